#include "Shared/Convolution.glsl"

// Weighted sum of nine pixels along an axis.
//
//   at          the pixel's centre
//   axis        (1, 0) or (0, 1)
//   a, b, c     weights from the left, or from the top; the bias is c.y
//   keepsAlpha  1: alpha of the pixel itself
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Convolution9Horizontal.swift
vec4 convolution9(const vec2 at, const vec2 axis, const vec4 a, const vec4 b, const vec4 c, const float keepsAlpha) {
    // Rows are counted from the top, y upwards.
    vec2 way = vec2(axis.x, -axis.y);
    vec4 sum = a.x * read0(at - 4.0 * way) + a.y * read0(at - 3.0 * way) + a.z * read0(at - 2.0 * way) +
               a.w * read0(at - way) + b.x * read0(at) + b.y * read0(at + way) + b.z * read0(at + 2.0 * way) +
               b.w * read0(at + 3.0 * way) + c.x * read0(at + 4.0 * way);
    return convolved(sum, c.y, keepsAlpha, at);
}
