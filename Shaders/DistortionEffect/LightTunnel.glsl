#include "Shared/Direction.glsl"

// The colours at a circle's rim, extended outwards along spirals.
//
//   at        user plane, pixels
//   center    of the circle
//   radius    > 0
//   rotation  of the whole, radians
//   twist     radians for each time the distance grows e-fold
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/LightTunnel.swift
vec2 lightTunnel(const vec2 at, const vec2 center, const float radius, const float rotation, const float twist) {
    vec2 way = at - center;
    float far = max(length(way), 1e-6);
    vec2 turn = direction(log(max(far / radius, 1.0)) * twist + rotation);
    vec2 outside = vec2(way.x * turn.x - way.y * turn.y, way.y * turn.x + way.x * turn.y) * (radius / far);
    return mix(way, outside, bvec2(far > radius)) + center;
}
