#include "Shared/HalfPlane.glsl"

// A disc in one colour, weighted by the area of each pixel that it covers. Exact along a straight edge, and thus within
// 0.01 for a radius of 5 pixels or more, and within 0.02 from 2 on.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  of the disc
//   radius  of a disc of equal coverage if its edge is straight within each pixel: its square is 1/12 less
//
// Twin: ImageFilters/Generator/DiscArea.swift
vec4 discArea(const vec2 at, const vec4 color, const vec2 center, const float radius) {
    vec2 way = abs(at - center);
    float away = length(way);
    return color * halfPlaneArea(away > 0.0 ? way / away : vec2(1.0, 0.0), radius - away);
}
