#include "Shared/Sobel.glsl"
#include "Shared/Steepest.glsl"

// Gradients by Sobel's operator, of the component of the largest gradient.
//
//   at  the pixel's centre
//   returns gradient along x, along y, 0, 1
//
// Twin: ImageFilters/Stylize/SobelGradients.swift
vec4 sobelGradients(const vec2 at) {
    vec4 x;
    vec4 y;
    sobel(at, x, y);
    return steepest(x, y);
}
