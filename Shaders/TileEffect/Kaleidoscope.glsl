#include "Shared/ExactFunctions.glsl"
#include "Shared/Folding.glsl"

// A wedge mirrored round a point.
//
//   at      user plane, pixels
//   center  of the wedges
//   angle   where the first wedge begins, radians
//   wedge   angle of a wedge, radians
//   returns where the pixel comes from
//
// Twin: ImageFilters/TileEffect/Kaleidoscope.swift
vec2 kaleidoscope(const vec2 at, const vec2 center, const float angle, const float wedge) {
    vec2 way = at - center;
    float shown = mirrored(vec2((exactAngle(way.y, way.x) - angle) / wedge)).x * wedge + angle;
    return length(way) * exactDirection(shown) + center;
}
