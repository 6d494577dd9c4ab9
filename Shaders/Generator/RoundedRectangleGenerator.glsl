#include "Shared/RoundedBox.glsl"

// A rectangle with round corners.
//
//   at        user plane, pixels
//   color     premultiplied, linear working space
//   center    of the rectangle
//   reach     half its width and height
//   radius    of a corner
//   exponent  of the corners: 2 for circles, more for squarer ones
//   returns premultiplied
//
// Twin: ImageFilters/Generator/RoundedRectangleGenerator.swift
vec4 roundedRectangle(const vec2 at, const vec4 color, const vec2 center, const vec2 reach, const float radius,
                      const float exponent) {
    return color * roundedCoverage(roundedDistance(at, center, reach, radius, exponent));
}
