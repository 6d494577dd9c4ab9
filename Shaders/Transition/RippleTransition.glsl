#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)
BILINEAR(bilinear1, read1)
BILINEAR(bilinear2, read2)

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
    vec4 source = bilinear0(point);
    vec4 under = source + (bilinear1(point) - source) * (u * u * (3.0 - 2.0 * u));
    vec4 light = bilinear2(shading.xy + direction * slope * shading.zw) * abs(slope);
    return light + under * (1.0 - light.a);
}
