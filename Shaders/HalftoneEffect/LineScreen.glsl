#include "Shared/Screen.glsl"

// Lines of black and white.
//
//   color      premultiplied, linear working space
//   at         user plane, pixels
//   center     of the screen
//   frequency  direction over width
//   luma       weights of red, green and blue, sum 1
//   slope      of the ramp between black and white
//   returns grey, premultiplied
//
// Twin: ImageFilters/HalftoneEffect/LineScreen.swift
vec4 lineScreen(const vec4 color, const vec2 at, const vec2 center, const vec2 frequency, const vec3 luma, const float
                slope) {
    vec2 way = at - center;
    float threshold = triangleWave(dot(way, frequency));
    return screened(color, threshold, luma, slope);
}
