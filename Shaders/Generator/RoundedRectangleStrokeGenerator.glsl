#include "Shared/RoundedBox.glsl"

// The outline of a rectangle with round corners.
//
//   at        user plane, pixels
//   color     premultiplied, linear working space
//   center    of the rectangle
//   reach     half its width and height
//   radius    of a corner
//   exponent  of the corners: 2 for circles
//   width     of the stroke, inwards
//   returns premultiplied
//
// Twin: ImageFilters/Generator/RoundedRectangleStrokeGenerator.swift
vec4 roundedRectangleStroke(const vec2 at, const vec4 color, const vec2 center, const vec2 reach, const float radius,
                            const float exponent, const float width) {
    float outside = roundedDistance(at, center, reach, radius, exponent);
    return color * (roundedCoverage(outside) - roundedCoverage(outside + width));
}
