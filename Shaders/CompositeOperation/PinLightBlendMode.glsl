#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

float pinLightBlend(const float s, const float b) {
    float darkened = min(b, 2.0 * s);
    float lightened = max(b, 2.0 * s - 1.0);
    return s <= 0.5 ? darkened : lightened;
}

// Pin light: darken to 2 Cs where the source is dark, lighten to 2 Cs - 1 where it is light.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/PinLightBlendMode.swift
vec4 pinLightBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(pinLightBlend(s.r, b.r), pinLightBlend(s.g, b.g), pinLightBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
