#include "Shared/Convolution.glsl"

// Weighted sum of five by five pixels.
//
//   at          the pixel's centre
//   a, b, …     weights row by row, the top row first; the bias after the last
//   keepsAlpha  1: alpha of the pixel itself
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Convolution5X5.swift
vec4 convolution5x5(const vec2 at, const vec4 a, const vec4 b, const vec4 c, const vec4 d, const vec4 e, const
                      vec4 f, const vec4 g, const float keepsAlpha) {
    float weights[25] = float[25](a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w, d.x, d.y, d.z,
                                  d.w, e.x, e.y, e.z, e.w, f.x, f.y, f.z, f.w, g.x);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 25; ++i) {
        sum += weights[i] * read0(at + vec2(float(i % 5 - 2), float(2 - i / 5)));
    }
    return convolved(sum, g.y, keepsAlpha, at);
}
