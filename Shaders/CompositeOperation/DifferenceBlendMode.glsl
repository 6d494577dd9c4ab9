#include "Shared/Blending.glsl"

// The absolute difference: |Cs - Cb|.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/DifferenceBlendMode.swift
vec4 differenceBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, abs(s - b));
}
