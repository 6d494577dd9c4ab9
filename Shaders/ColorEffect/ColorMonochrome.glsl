#include "Shared/Alpha.glsl"

// Shades of one colour for the luma of straight colour: black, the tint, white.
//
//   color      premultiplied, linear working space, any range
//   luma       weights of red, green and blue, sum 1
//   tint       straight, linear
//   intensity  0 the colour, 1 the shade
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorEffect/ColorMonochrome.swift
vec4 colorMonochrome(const vec4 color, const vec3 luma, const vec3 tint, const float intensity) {
    vec4 straight = unpremultiply(color);
    float level = dot(straight.rgb, luma) * 2.0;
    vec3 dark = level * tint;
    vec3 bright = (vec3(1.0) - tint) * (level - 1.0) + tint;
    vec3 shade = level >= 1.0 ? bright : dark;
    return premultiply(vec4(straight.rgb + (shade - straight.rgb) * intensity, color.a));
}
