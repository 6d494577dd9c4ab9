#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/BurnAndDodge.glsl"

// Colour burn: 1 - min(1, (1 - Cb) / Cs).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/ColorBurnBlendMode.swift
vec4 colorBurnBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(colorBurn(s.r, b.r), colorBurn(s.g, b.g), colorBurn(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
