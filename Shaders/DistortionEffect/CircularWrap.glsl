#include "Shared/ExactFunctions.glsl"

// An image wrapped around a ring.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  of the inner rim
//   angle   of the ring's rotation, radians
//   start   the middle of the lower edge of the image
//   width   of the image
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/CircularWrap.swift
vec2 circularWrap(const vec2 at, const vec2 center, const float radius, const float angle, const vec2 start,
                  const float width) {
    vec2 way = at - center;
    float turns = (exactAngle(way.x, way.y) + angle) * (0.5 / 3.14159265);
    return vec2((turns - floor(turns + 0.5)) * width, length(way) - radius) + start;
}
