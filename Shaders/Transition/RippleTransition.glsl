#include "Shared/Bilinear.glsl"
#include "Shared/SmoothFall.glsl"

BILINEAR(bilinear0, read0)
BILINEAR(bilinear1, read1)
BILINEAR(bilinear2, read2)

// A wave that reveals the target.
//
//   at       the pixel's centre; input 0 is the source, input 1 the target, input 2 the shading image
//   center   of the wave
//   wave     the distance of its middle from there, 1 / 0.75 widths, scale
//   shading  middle and half size of the shading image
//   returns premultiplied
//
// Twin: ImageFilters/Transition/RippleTransition.swift
vec4 ripple(const vec2 at, const vec2 center, const vec3 wave, const vec4 shading) {
    vec2 way = at - center;
    float distance = length(way);
    float u = (distance - wave.x) * wave.y;
    float passed = smoothFall(u + 0.5);
    vec2 slope = way * ((2.0 * passed - 1.0) * smoothFall(abs(u) - 0.5) / max(distance, 1e-3));
    vec2 position = at + slope * wave.z;
    vec4 source = bilinear0(position);
    vec4 under = source + (bilinear1(position) - source) * passed;
    vec4 light = bilinear2(shading.xy + slope * shading.zw) * under.a;
    return light + under * (1.0 - light.a);
}
