#include "Shared/Convolution.glsl"

// Weighted sum of three by three pixels.
//
//   at          the pixel's centre
//   a, b, …     weights row by row, the top row first; the bias after the last
//   keepsAlpha  1: alpha of the pixel itself
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Convolution3X3.swift
vec4 convolution3x3(const vec2 at, const vec4 a, const vec4 b, const vec4 c, const float keepsAlpha) {
    float weights[9] = float[9](a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 9; ++i) {
        sum += weights[i] * read0(at + vec2(float(i % 3 - 1), float(1 - i / 3)));
    }
    return convolved(sum, c.y, keepsAlpha, at);
}
