#include "Shared/Steepest.glsl"

vec4 gaborRight(const vec2 at, const float s, const vec4 weights, const float farthest) {
    vec4 aslant = (read0(at + vec2(s, 1.0)) + read0(at + vec2(s, -1.0))) * weights.y;
    vec4 far = (read0(at + vec2(2.0 * s, 1.0)) + read0(at + vec2(2.0 * s, -1.0))) * weights.w;
    vec4 across = (read0(at + vec2(s, 2.0)) + read0(at + vec2(s, -2.0))) * farthest;
    return read0(at + vec2(s, 0.0)) * weights.x + aslant + read0(at + vec2(2.0 * s, 0.0)) * weights.z + far + across;
}

vec4 gaborUp(const vec2 at, const float s, const vec4 weights, const float farthest) {
    vec4 aslant = (read0(at + vec2(1.0, s)) + read0(at + vec2(-1.0, s))) * weights.y;
    vec4 far = (read0(at + vec2(1.0, 2.0 * s)) + read0(at + vec2(-1.0, 2.0 * s))) * weights.w;
    vec4 across = (read0(at + vec2(2.0, s)) + read0(at + vec2(-2.0, s))) * farthest;
    return read0(at + vec2(0.0, s)) * weights.x + aslant + read0(at + vec2(-1.0, 3.0 * s)) * weights.z + far + across;
}

// Gradients by weighted differences, of the component of the largest gradient.
//
//   at        the pixel's centre
//   weights   (1, 0), (1, ±1), (2, 0), (2, ±1); the third has another position along y
//   farthest  (1, ±2)
//   returns gradient along x, along y, 0, 1
//
// Twin: ImageFilters/Stylize/GaborGradients.swift
vec4 gaborGradients(const vec2 at, const vec4 weights, const float farthest) {
    return steepest(gaborRight(at, 1.0, weights, farthest) - gaborRight(at, -1.0, weights, farthest),
                    gaborUp(at, 1.0, weights, farthest) - gaborUp(at, -1.0, weights, farthest));
}
