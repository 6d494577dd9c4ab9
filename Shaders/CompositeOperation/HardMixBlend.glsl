#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

// Hard mix: 1 if the sum of both is at least 1, else 0, by component.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/BlendKernels.swift
vec4 hardMixBlend(const vec4 source, const vec4 background) {
    vec3 sum = unpremultiply(source).rgb + unpremultiply(background).rgb;
    vec3 mixed = vec3(sum.r >= 1.0 ? 1.0 : 0.0, sum.g >= 1.0 ? 1.0 : 0.0, sum.b >= 1.0 ? 1.0 : 0.0);
    return blended(source, background, mixed * (source.a * background.a));
}
