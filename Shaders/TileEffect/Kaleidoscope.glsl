#include "Shared/ExactFunctions.glsl"
#include "Shared/Folding.glsl"

// A wedge mirrored around a point.
//
//   at      user plane, pixels
//   center  of the wedges
//   angle   the start of the first wedge, radians
//   wedge   angle of a wedge, radians
//   returns the source position
//
// Twin: ImageFilters/TileEffect/Kaleidoscope.swift
vec2 kaleidoscope(const vec2 at, const vec2 center, const float angle, const float wedge) {
    vec2 way = at - center;
    float folded = mirrored(vec2((exactAngle(way.y, way.x) - angle) / wedge)).x * wedge + angle;
    return length(way) * exactDirection(folded) + center;
}
