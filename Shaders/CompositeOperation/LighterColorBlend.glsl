#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

// Lighter colour: the colour of higher luminance (Rec. ITU-R BT.709); the background if they are equal.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/BlendKernels.swift
vec4 lighterColorBlend(const vec4 source, const vec4 background) {
    vec3 s = unpremultiply(source).rgb;
    vec3 b = unpremultiply(background).rgb;
    float sourceLight = s.r * 0.2125 + s.g * 0.7154 + s.b * 0.0721;
    float backgroundLight = b.r * 0.2125 + b.g * 0.7154 + b.b * 0.0721;
    vec3 mixed = sourceLight > backgroundLight ? s : b;
    return blended(source, background, mixed * (source.a * background.a));
}
