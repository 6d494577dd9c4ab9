#include "Shared/QuadCoverage.glsl"

// A quadrilateral in one colour: each pixel shows as much of it as the quadrilateral covers of the pixel's square.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  what the corners are given from
//   xs, ys  the corners, with the inside on the left of the way around
//   slopes  dx / dy of the edge from each corner to the next; 0 where that is level
//
// Twin: ImageFilters/Generator/QuadArea.swift
vec4 quadArea(const vec2 at, const vec4 color, const vec2 center, const vec4 xs, const vec4 ys, const vec4 slopes) {
    return color * quadCoverage(at - center, xs, ys, slopes);
}
