#include "Shared/Screen.glsl"

// Two crossing sets of lines.
//
//   color      premultiplied, linear working space
//   at         user plane, pixels
//   center     of the screen
//   frequency  direction over width
//   luma       weights of red, green and blue, sum 1
//   slope      of the ramp between black and white
//   returns grey, premultiplied
//
// Twin: ImageFilters/HalftoneEffect/HatchedScreen.swift
vec4 hatchedScreen(const vec4 color, const vec2 at, const vec2 center, const vec2 frequency, const vec3 luma, const
                   float slope) {
    vec2 way = at - center;
    float across = triangleWave(dot(way, frequency));
    float along = triangleWave(way.y * frequency.x - way.x * frequency.y);
    float larger = max(across, along);
    float threshold = larger * larger;
    return screened(color, threshold, luma, slope);
}
