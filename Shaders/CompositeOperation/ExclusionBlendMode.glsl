#include "Shared/Blending.glsl"

// Exclusion: Cs + Cb - 2 Cs Cb.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/ExclusionBlendMode.swift
vec4 exclusionBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, s + b - 2.0 * source.rgb * background.rgb);
}
