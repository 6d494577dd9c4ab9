#include "Shared/Alpha.glsl"

// Luminance as a ramp of two colours.
//
//   color   premultiplied, linear working space, any range
//   luma    weights of red, green and blue, sum 1
//   color0  at luma 0, premultiplied
//   color1  at luma 1, premultiplied
//   returns premultiplied
//
// Twin: ImageFilters/ColorEffect/FalseColor.swift
vec4 falseColor(const vec4 color, const vec3 luma, const vec4 color0, const vec4 color1) {
    float level = dot(unpremultiply(color).rgb, luma);
    return (color0 + (color1 - color0) * level) * color.a;
}
