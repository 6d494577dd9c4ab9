#include "Shared/Sobel.glsl"

// The length of the gradient by Sobel's operator, for each component.
//
//   at         the pixel's centre
//   intensity  factor of the length
//   returns premultiplied, alpha of the pixel
//
// Twin: ImageFilters/Stylize/Edges.swift
vec4 edges(const vec2 at, const float intensity) {
    vec4 x;
    vec4 y;
    sobel(at, x, y);
    return vec4(sqrt(x * x + y * y).rgb * intensity, read0(at).a);
}
