#include "Shared/Sobel.glsl"
#include "Shared/Steepest.glsl"

// Slopes by Sobel's operator, of the component that is steepest.
//
//   at  the pixel's centre
//   returns slope along x, along y, 0, 1
//
// Twin: ImageFilters/Stylize/SobelGradients.swift
vec4 sobelGradients(const vec2 at) {
    vec4 x;
    vec4 y;
    sobel(at, x, y);
    return steepest(x, y);
}
