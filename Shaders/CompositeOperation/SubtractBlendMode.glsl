#include "Shared/Blending.glsl"

// Background less source: Cb - Cs.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SubtractBlendMode.swift
vec4 subtractBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, b - s);
}
