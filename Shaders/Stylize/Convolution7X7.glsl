#include "Shared/Convolution.glsl"

// Weighted sum of seven by seven pixels.
//
//   at          the pixel's centre
//   a, b, …     weights row by row, the top row first; the bias after the last
//   keepsAlpha  1: alpha of the pixel itself
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Convolution7X7.swift
vec4 convolution7x7(const vec2 at, const vec4 a, const vec4 b, const vec4 c, const vec4 d, const vec4 e, const
                      vec4 f, const vec4 g, const vec4 h, const vec4 i, const vec4 j, const vec4 k, const vec4
                      l, const vec4 m, const float keepsAlpha) {
    float weights[49] = float[49](a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w, d.x, d.y, d.z,
                                  d.w, e.x, e.y, e.z, e.w, f.x, f.y, f.z, f.w, g.x, g.y, g.z, g.w, h.x, h.y,
                                  h.z, h.w, i.x, i.y, i.z, i.w, j.x, j.y, j.z, j.w, k.x, k.y, k.z, k.w, l.x,
                                  l.y, l.z, l.w, m.x);
    vec4 sum = vec4(0.0);
    // Two loops: drivers unroll only short ones, and then hold the weights in registers.
    for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 7; ++x) {
            sum += weights[y * 7 + x] * read0(at + vec2(float(x - 3), float(3 - y)));
        }
    }
    return convolved(sum, m.y, keepsAlpha, at);
}
