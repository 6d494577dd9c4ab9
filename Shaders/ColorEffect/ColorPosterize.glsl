#include "Shared/Alpha.glsl"

// The nearest of a few levels.
//
//   color  premultiplied, linear working space, any range
//   steps  levels less one, at least 1
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/ColorPosterize.swift
vec4 colorPosterize(const vec4 color, const float steps) {
    vec3 straight = unpremultiply(color).rgb;
    return vec4(floor(straight * steps + 0.5) / steps * color.a, color.a);
}
