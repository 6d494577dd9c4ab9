#include "Shared/Scattered.glsl"

// The colour at the nearest of scattered points.
//
//   at      the pixel's centre
//   center  a corner of the grid
//   size    of its squares
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Crystallize.swift
vec4 crystallize(const vec2 at, const vec2 center, const float size) {
    vec2 position = (at - center) / size;
    vec2 own = floor(position);
    vec2 nearest = own;
    float least = 1e30;
    for (float y = -2.0; y <= 2.0; y += 1.0) {
        for (float x = -2.0; x <= 2.0; x += 1.0) {
            vec2 cell = own + vec2(x, y);
            vec2 point = cell + scattered(cell).xy;
            vec2 way = point - position;
            float distance = dot(way, way);
            nearest = distance < least ? point : nearest;
            least = min(distance, least);
        }
    }
    return read0(floor(center + nearest * size) + 0.5);
}
