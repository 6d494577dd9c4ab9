#include "Shared/Scattered.glsl"

// The topmost of the discs that cover a pixel.
//
//   at         the pixel's centre
//   center     a corner of the grid
//   radius     of the discs
//   low, high  bounds of points that have a disc
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Pointillize.swift
vec4 pointillize(const vec2 at, const vec2 center, const float radius, const vec2 low, const vec2 high) {
    float size = 1.5 * radius;
    vec2 own = floor((at - center) / size);
    vec2 top = at;
    float height = -1.0;
    for (float y = -1.0; y <= 1.0; y += 1.0) {
        for (float x = -1.0; x <= 1.0; x += 1.0) {
            vec2 cell = own + vec2(x, y);
            vec3 numbers = scattered(cell);
            vec2 point = center + (cell + 0.25 + numbers.xy * 0.5) * size;
            vec2 way = point - at;
            bool isThere = point.x >= low.x && point.y >= low.y && point.x < high.x && point.y < high.y;
            bool isTop = isThere && dot(way, way) <= radius * radius && numbers.z > height;
            top = isTop ? point : top;
            height = isTop ? numbers.z : height;
        }
    }
    vec4 color = read0(floor(top) + 0.5);
    return height < 0.0 ? vec4(0.0) : color;
}
