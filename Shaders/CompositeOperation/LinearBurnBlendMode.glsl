#include "Shared/Blending.glsl"

// Linear burn: Cs + Cb - 1, not below 0.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/LinearBurnBlendMode.swift
vec4 linearBurnBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, max(s + b - vec3(source.a * background.a), vec3(0.0)));
}
