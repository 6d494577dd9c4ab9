#include "Shared/SmoothFall.glsl"

// Turns what lies in a circle, most at its centre.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   angle   at the centre, radians; counterclockwise
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/TwirlDistortion.swift
vec2 twirl(const vec2 at, const vec2 center, const float radius, const float angle) {
    vec2 way = at - center;
    float turn = smoothFall(length(way) / radius) * angle;
    float cosine = cos(turn);
    float sine = sin(turn);
    return vec2(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine) + center;
}
