#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/BurnAndDodge.glsl"

// Colour dodge: min(1, Cb / (1 - Cs)).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/ColorDodgeBlendMode.swift
vec4 colorDodgeBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(colorDodge(s.r, b.r), colorDodge(s.g, b.g), colorDodge(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
