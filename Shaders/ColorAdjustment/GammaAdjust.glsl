#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

// Power curve on straight colour.
//
//   color     premultiplied, linear working space, any range
//   exponent  1 leaves colour as it is, larger ones darken mid tones
//   returns premultiplied, the same alpha; components of 0 or less become 0
//
// Twin: ImageFilters/ColorAdjustment/GammaAdjust.swift
vec4 gammaAdjust(const vec4 color, const float exponent) {
    vec4 straight = unpremultiply(color);
    return premultiply(vec4(power(straight.rgb, exponent), color.a));
}
