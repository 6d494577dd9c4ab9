#include "Shared/Blending.glsl"

// Linear dodge: Cs + Cb, not above 1.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/LinearDodgeBlendMode.swift
vec4 linearDodgeBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, min(s + b, vec3(source.a * background.a)));
}
