#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

float overlayBlend(const float s, const float b) {
    float multiplied = 2.0 * s * b;
    float screened = 1.0 - 2.0 * (1.0 - s) * (1.0 - b);
    return b <= 0.5 ? multiplied : screened;
}

// Overlay: multiply where the background is dark, screen where it is light.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/OverlayBlendMode.swift
vec4 overlayBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(overlayBlend(s.r, b.r), overlayBlend(s.g, b.g), overlayBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
