#include "Shared/Power.glsl"

// The falloff of brightness towards the corners.
//
//   color     premultiplied, linear working space, any range
//   at        the pixel's centre
//   center    of the light
//   scale     of distances
//   exponent  of 1 - distance²; negative brightens
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/Vignette.swift
vec4 vignette(const vec4 color, const vec2 at, const vec2 center, const float scale, const float exponent) {
    vec2 offset = (at - center) * scale;
    float cosine = max(1.0 - (offset.x * offset.x + offset.y * offset.y), 0.01);
    return vec4(color.rgb * power(cosine, exponent), color.a);
}
