#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

// Power function on straight colour.
//
//   color     premultiplied, linear working space, any range
//   exponent  1 leaves colour unchanged, larger values darken mid tones
//   returns premultiplied, the same alpha; components of 0 or less become 0
//
// Twin: ImageFilters/ColorAdjustment/GammaAdjust.swift
vec4 gammaAdjust(const vec4 color, const float exponent) {
    vec4 straight = unpremultiply(color);
    return premultiply(vec4(power(straight.rgb, exponent), color.a));
}
