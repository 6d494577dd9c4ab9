#include "Shared/Alpha.glsl"

// Colour matrix: each component of the result is a weighted sum of all four, on straight colour.
//
//   color       premultiplied, linear working space, any range
//   r, g, b, a  the weights for the result's red, green, blue and alpha
//   bias        added to the result
//   returns premultiplied
//
// Twin: ImageFilters/ColorAdjustment/ColorMatrix.swift
vec4 colorMatrix(const vec4 color, const vec4 r, const vec4 g, const vec4 b, const vec4 a, const vec4 bias) {
    vec4 straight = unpremultiply(color);
    return premultiply(vec4(dot(straight, r), dot(straight, g), dot(straight, b), dot(straight, a)) + bias);
}
