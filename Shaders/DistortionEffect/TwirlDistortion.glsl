#include "Shared/Direction.glsl"
#include "Shared/SmoothFall.glsl"

// Rotates the image inside a circle, most at its centre.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   angle   at the centre, radians; counterclockwise
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/TwirlDistortion.swift
vec2 twirl(const vec2 at, const vec2 center, const float radius, const float angle) {
    vec2 way = at - center;
    vec2 turn = direction(smoothFall(length(way) / radius) * angle);
    return vec2(way.x * turn.x + way.y * turn.y, way.y * turn.x - way.x * turn.y) + center;
}
