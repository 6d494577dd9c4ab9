#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Moves each pixel by the colour of another image.
//
//   at     the pixel's centre; input 0 is the image, input 1 moves it
//   scale  pixels from red or green 0 to 1
//   returns premultiplied
//
// Twin: ImageFilters/DistortionEffect/DisplacementDistortion.swift
vec4 displacement(const vec2 at, const float scale) {
    vec4 color = read1(at);
    vec2 shift = clamp(color.rg / max(color.a, 1e-6), 0.0, 1.0) - 0.5;
    return bilinear0(at + shift * (color.a > 0.0 ? scale : 0.0));
}
