#include "Shared/QuadCoverage.glsl"

// A quadrilateral in one colour, weighted by the area of each pixel that it covers.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  the origin of the corners
//   xs, ys  the corners, counterclockwise
//   slopes  dx / dy of the edge from each corner to the next; 0 where that is level
//
// Twin: ImageFilters/Generator/QuadArea.swift
vec4 quadArea(const vec2 at, const vec4 color, const vec2 center, const vec4 xs, const vec4 ys, const vec4 slopes) {
    return color * quadCoverage(at - center, xs, ys, slopes);
}
