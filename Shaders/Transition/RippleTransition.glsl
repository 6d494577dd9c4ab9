#include "Shared/Mixed.glsl"

// As mixed0, of inputs 1 and 2.
vec4 mixed1(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read1(low + 0.5);
    vec4 below = left + (read1(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read1(low + vec2(0.5, 1.5));
    vec4 above = upper + (read1(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}

vec4 mixed2(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read2(low + 0.5);
    vec4 below = left + (read2(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read2(low + vec2(0.5, 1.5));
    vec4 above = upper + (read2(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}

// A wave that leaves the target.
//
//   at       the pixel's centre
//   center   of the wave
//   wave     where the front is, 1 / width, scale
//   shading  middle and half size of the shading image
//   returns premultiplied
//
// Twin: ImageFilters/Transition/RippleTransition.swift
vec4 rippleTransition(const vec2 at, const vec2 center, const vec3 wave, const vec4 shading) {
    vec2 way = at - center;
    float distance = sqrt(dot(way, way));
    float u = clamp((wave.x - distance) * wave.y, 0.0, 1.0);
    float rise = sin(3.14159265 * u);
    float slope = sin(6.2831853 * u) * rise * rise;
    vec2 direction = way / max(distance, 1e-3);
    vec2 point = at + direction * (slope * wave.z);
    vec4 source = mixed0(point);
    vec4 under = source + (mixed1(point) - source) * (u * u * (3.0 - 2.0 * u));
    vec4 light = mixed2(shading.xy + direction * slope * shading.zw) * abs(slope);
    return light + under * (1.0 - light.a);
}
