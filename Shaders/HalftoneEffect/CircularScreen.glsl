#include "Shared/Screen.glsl"

// Rings of black and white.
//
//   color      premultiplied, linear working space
//   at         user plane, pixels
//   center     of the screen
//   frequency  direction over width
//   luma       weights of red, green and blue, sum 1
//   slope      of the ramp between black and white
//   returns grey, premultiplied
//
// Twin: ImageFilters/HalftoneEffect/CircularScreen.swift
vec4 circularScreen(const vec4 color, const vec2 at, const vec2 center, const vec2 frequency, const vec3 luma, const
                    float slope) {
    float threshold = triangleWave(sqrt(dot(at - center, at - center)) * frequency.x);
    return screened(color, threshold, luma, slope);
}
