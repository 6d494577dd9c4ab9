// Gradient between two points.
//
//   at              user plane, pixels
//   color0, color1  premultiplied, linear working space
//   start           the first point
//   axis            the vector to the second point over its squared length
//
// Twin: ImageFilters/Gradient/LinearGradient.swift
vec4 linearGradient(const vec2 at, const vec4 color0, const vec4 color1, const vec2 start, const vec2 axis) {
    float t = min(max(dot(at - start, axis), 0.0), 1.0);
    return color0 + (color1 - color0) * t;
}
