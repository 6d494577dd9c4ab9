#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/Power.glsl"

float softLightBlend(const float s, const float b) {
    float limited = clamp(s, 0.0, 1.0);
    float darkening = 2.0 - 2.0 * limited;
    float lightening = 1.5 - limited;
    return power(b, limited <= 0.5 ? darkening : lightening);
}

// Soft light: a power of the background.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SoftLightBlendMode.swift
vec4 softLightBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(softLightBlend(s.r, b.r), softLightBlend(s.g, b.g), softLightBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
