#include "Shared/HalfPlane.glsl"

// A disc in one colour: each pixel shows as much of it as the disc covers of the pixel's square. Exact along a straight edge, so
// within 0.01 where the radius is 5 pixels or more, and within 0.02 from 2 on.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  of the disc
//   radius  of a disc whose edge, taken as straight within each pixel, covers as much: its square is 1/12 less
//
// Twin: ImageFilters/Generator/DiscArea.swift
vec4 discArea(const vec2 at, const vec4 color, const vec2 center, const float radius) {
    vec2 way = abs(at - center);
    float away = length(way);
    return color * halfPlaneArea(away > 0.0 ? way / away : vec2(1.0, 0.0), radius - away);
}
