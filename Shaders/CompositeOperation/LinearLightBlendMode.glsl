#include "Shared/Blending.glsl"

// Linear light: Cb + 2 Cs - 1.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/LinearLightBlendMode.swift
vec4 linearLightBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, b + 2.0 * s - vec3(source.a * background.a));
}
