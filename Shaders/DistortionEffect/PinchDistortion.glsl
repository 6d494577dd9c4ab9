#include "Shared/Power.glsl"

// Draws what lies in a circle towards its centre.
//
//   at        user plane, pixels
//   center    of the circle
//   radius    > 0
//   exponent  1 / (1 + scale) - 1
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/PinchDistortion.swift
vec2 pinch(const vec2 at, const vec2 center, const float radius, const float exponent) {
    vec2 way = at - center;
    float u = min(length(way) / radius, 1.0);
    return way * (power(u, exponent) * (1.0 - u * u) + u * u) + center;
}
