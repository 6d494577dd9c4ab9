// A disc in one colour: each pixel shows as much of it as the disc covers of the pixel's square. Exact along a straight edge, so
// within 0.01 where the radius is 5 pixels or more, and within 0.02 from 2 on.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  of the disc
//   radius  of a disc whose edge, taken as straight within each pixel, covers as much: its square is 1/12 less
//
// Source: the area of a unit square on one side of a line, by the line's normal (a, b), a >= b >= 0, and its distance from the
// centre: a trapezoid up to (a - b) / 2, a square less a triangle up to (a + b) / 2.
//
// Twin: ImageFilters/Generator/DiscArea.swift
vec4 discArea(const vec2 at, const vec4 color, const vec2 center, const float radius) {
    vec2 way = abs(at - center);
    float away = length(way);
    float a = away > 0.0 ? max(way.x, way.y) / away : 1.0;
    float b = away > 0.0 ? min(way.x, way.y) / away : 0.0;
    float inside = radius - away;
    float left = max(0.5 * (a + b) - abs(inside), 0.0);
    float corner = left * left / max(2.0 * a * b, 1e-6);
    float cut = abs(inside) <= 0.5 * (a - b) ? 0.5 - abs(inside) / a : corner;
    return color * (inside > 0.0 ? 1.0 - cut : cut);
}
