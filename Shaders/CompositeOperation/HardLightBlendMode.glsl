#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

float hardLightBlend(const float s, const float b) {
    float multiplied = 2.0 * s * b;
    float screened = 1.0 - 2.0 * (1.0 - s) * (1.0 - b);
    return s <= 0.5 ? multiplied : screened;
}

// Hard light: multiply where the source is dark, screen where it is light.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/HardLightBlendMode.swift
vec4 hardLightBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(hardLightBlend(s.r, b.r), hardLightBlend(s.g, b.g), hardLightBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
