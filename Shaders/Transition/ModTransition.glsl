#include "Shared/Direction.glsl"

// The target where a twisted pattern is below the time.
//
//   source, target  premultiplied
//   at              user plane, pixels
//   center          of the twist
//   numbers         time, angle, 2 / radius, 1 / compression
//   returns premultiplied
//
// Twin: ImageFilters/Transition/ModTransition.swift
vec4 modTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 center, const vec4 numbers) {
    vec2 way = at - center;
    float near = exp(-sqrt(dot(way, way)) * numbers.w);
    vec2 turn = direction(near * numbers.y);
    vec2 turned = vec2(way.x * turn.x - way.y * turn.y, way.x * turn.y + way.y * turn.x) * numbers.z;
    float pattern = 0.5 + 0.5 * (direction(turned.y).x + near * direction(turned.x).x) / (1.0 + near);
    return source + (target - source) * clamp((numbers.x * 1.025 - pattern) * 40.0, 0.0, 1.0);
}
