// Gradient between two points, eased at both ends.
//
//   at              user plane, pixels
//   color0, color1  premultiplied, linear working space
//   start           the first point
//   axis            the vector to the second point over its squared length
//   returns premultiplied
//
// Twin: ImageFilters/Gradient/SmoothLinearGradient.swift
vec4 smoothLinearGradient(const vec2 at, const vec4 color0, const vec4 color1, const vec2 start, const vec2 axis) {
    float t = min(max(dot(at - start, axis), 0.0), 1.0);
    return color0 + (color1 - color0) * (t * t * (3.0 - 2.0 * t));
}
