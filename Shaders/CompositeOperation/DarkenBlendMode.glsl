#include "Shared/Blending.glsl"

// The darker of the two: min(Cs, Cb).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/DarkenBlendMode.swift
vec4 darkenBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, min(s, b));
}
