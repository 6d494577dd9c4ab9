#include "Shared/Alpha.glsl"

float polynomial(const float x, const vec4 k) {
    return ((x * k.w + k.z) * x + k.y) * x + k.x;
}

// Cubic polynomial of each component of straight colour.
//
//   color                    premultiplied, linear working space, any range
//   red, green, blue, alpha  coefficients, the constant first
//   returns premultiplied
//
// Twin: ImageFilters/ColorAdjustment/ColorPolynomial.swift
vec4 colorPolynomial(const vec4 color, const vec4 red, const vec4 green, const vec4 blue, const vec4 alpha) {
    vec4 straight = unpremultiply(color);
    return premultiply(vec4(polynomial(straight.r, red), polynomial(straight.g, green),
                            polynomial(straight.b, blue), polynomial(straight.a, alpha)));
}
