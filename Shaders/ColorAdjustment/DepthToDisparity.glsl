#include "Shared/Alpha.glsl"

float reciprocal(const float c) {
    float inverse = 1.0 / (c > 0.0 ? c : 1.0);
    return c > 0.0 ? inverse : 0.0;
}

// Reciprocal of each component; 0 if it is 0 or less.
//
//   color  premultiplied, linear working space, any range
//   returns the same alpha
//
// Twin: ImageFilters/ColorAdjustment/DepthToDisparity.swift
vec4 reciprocal(const vec4 color) {
    vec3 straight = unpremultiply(color).rgb;
    return vec4(vec3(reciprocal(straight.r), reciprocal(straight.g), reciprocal(straight.b)) * color.a, color.a);
}
