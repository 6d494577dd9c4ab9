#include "Shared/ExactFunctions.glsl"

// The signed distance of a point from a rounded rectangle, in pixels; negative inside.
// Twin: distance in ImageFilters/Generator/RoundedRectangleGenerator.swift
float roundedDistance(const vec2 at, const vec2 center, const vec2 reach, const float radius, const float exponent) {
    vec2 q = abs(at - center) - (reach - radius);
    float sum = exactPower(max(q.x, 0.0), exponent) + exactPower(max(q.y, 0.0), exponent);
    return min(max(q.x, q.y), 0.0) + exactPower(sum, 1.0 / exponent) - radius;
}

// The coverage of a pixel, by the distance of its centre from the edge.
// Twin: coverage in ImageFilters/Generator/RoundedRectangleGenerator.swift
float roundedCoverage(const float outside) {
    return clamp(0.75 - 1.5 * outside, 0.0, 1.0);
}
