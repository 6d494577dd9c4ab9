#include "Shared/Alpha.glsl"

// Binarizes each component to 0 or 1.
//
//   color      premultiplied, linear working space, any range
//   threshold  of straight components; above it they become 1
//   returns the same alpha
//
// Twin: ImageFilters/ColorAdjustment/ColorThreshold.swift
vec4 colorThreshold(const vec4 color, const float threshold) {
    vec3 straight = unpremultiply(color).rgb;
    vec3 rgb = vec3(straight.r > threshold ? 1.0 : 0.0, straight.g > threshold ? 1.0 : 0.0,
                    straight.b > threshold ? 1.0 : 0.0);
    return vec4(rgb * color.a, color.a);
}
