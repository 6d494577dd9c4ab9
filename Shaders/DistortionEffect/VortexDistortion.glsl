#include "Shared/Direction.glsl"

// Rotates the image inside a circle, by many turns at its centre.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   angle   of a turn, times pixels from the centre; radians, counterclockwise
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/VortexDistortion.swift
vec2 vortex(const vec2 at, const vec2 center, const float radius, const float angle) {
    vec2 way = at - center;
    float distance = max(length(way), 1e-3);
    float falloff = max(1.0 - distance / radius, 0.0);
    vec2 turn = direction(falloff * falloff * angle / distance);
    return vec2(way.x * turn.x + way.y * turn.y, way.y * turn.x - way.x * turn.y) + center;
}
