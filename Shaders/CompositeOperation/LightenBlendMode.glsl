#include "Shared/Blending.glsl"

// The lighter of the two: max(Cs, Cb).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/LightenBlendMode.swift
vec4 lightenBlend(const vec4 source, const vec4 background) {
    vec3 s = source.rgb * background.a;
    vec3 b = background.rgb * source.a;
    return blended(source, background, max(s, b));
}
