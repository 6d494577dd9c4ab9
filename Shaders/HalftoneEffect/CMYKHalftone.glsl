#include "Shared/Screen.glsl"

// The fraction of white light that an ink transmits.
float transmitted(const float ink, const vec2 way, const vec2 screen, const float slope) {
    float spot = screenSpot(dot(way, screen), way.y * screen.x - way.x * screen.y, slope);
    return screenRamp(1.0 - ink, spot, slope);
}

// Dots of four inks on white paper.
//
//   color    premultiplied, linear working space
//   at       user plane, pixels
//   center   the common origin of all screens
//   first    screens of cyan and magenta: direction over width
//   second   of yellow and black
//   numbers  slope, gcr, ucr
//   returns premultiplied
//
// Twin: ImageFilters/HalftoneEffect/CMYKHalftone.swift
vec4 cmykHalftone(const vec4 color, const vec2 at, const vec2 center, const vec4 first, const vec4 second, const vec3
                  numbers) {
    vec2 way = at - center;
    vec3 inks = 1.0 - unpremultiply(color).rgb;
    float black = max(min(min(inks.r, inks.g), inks.b) * numbers.y, 0.0);
    vec3 left = inks - black * numbers.z;
    vec3 light = vec3(transmitted(left.r, way, first.xy, numbers.x), transmitted(left.g, way, first.zw, numbers.x),
                      transmitted(left.b, way, second.xy, numbers.x));
    return vec4(light * (transmitted(black, way, second.zw, numbers.x) * color.a), color.a);
}
