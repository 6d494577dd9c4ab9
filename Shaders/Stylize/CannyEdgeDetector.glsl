#include "Shared/Sobel.glsl"

// The gradient of the luma: along x, along y, its length, 1.
//
//   at    the pixel's centre
//   luma  weights of red, green and blue, sum 1
//
// Twin: ImageFilters/Stylize/CannyEdgeDetector.swift
vec4 cannySlope(const vec2 at, const vec3 luma) {
    vec4 across;
    vec4 upwards;
    sobel(at, across, upwards);
    float x = dot(across.rgb, luma);
    float y = dot(upwards.rgb, luma);
    return vec4(x, y, sqrt(x * x + y * y), 1.0);
}

// 1 where a gradient is the largest of three along its direction and at least high, 1/2 where it is at least low, else
// 0.
vec4 cannyThin(const vec2 at, const float low, const float high) {
    vec4 center = read0(at);
    float x = abs(center.x);
    float y = abs(center.y);
    vec2 aslant = center.x * center.y > 0.0 ? vec2(1.0, 1.0) : vec2(1.0, -1.0);
    vec2 steep = x <= 0.41421356 * y ? vec2(0.0, 1.0) : aslant;
    vec2 step = y <= 0.41421356 * x ? vec2(1.0, 0.0) : steep;
    float before = read0(at - step).z;
    float after = read0(at + step).z;
    float weak = center.z >= low ? 0.5 : 0.0;
    float strength = center.z >= high ? 1.0 : weak;
    // Of two gradients that are equal within rounding, the first one counts.
    float slack = center.z / 128.0;
    bool isRidge = center.z - slack > before && center.z + slack >= after;
    return vec4(vec3(isRidge ? strength : 0.0), 1.0);
}

// 1/2 becomes 1 where one of the eight neighbours is 1.
vec4 cannyLink(const vec2 at) {
    vec4 center = read0(at);
    float most = 0.0;
    for (float y = -1.0; y <= 1.0; y += 1.0) {
        for (float x = -1.0; x <= 1.0; x += 1.0) {
            most = max(most, read0(at + vec2(x, y)).x);
        }
    }
    float value = center.x >= 0.5 && most >= 1.0 ? 1.0 : center.x;
    return vec4(vec3(value), center.a);
}

// Keeps pixels that are 1; all others become black.
vec4 cannyMark(const vec4 color) {
    return vec4(vec3(color.r >= 1.0 ? 1.0 : 0.0), color.a);
}
