#include "Shared/SmoothFall.glsl"

// Bulges or dents a band along a line.
//
//   at      user plane, pixels
//   center  a point of the line
//   line    cosine and sine of its direction
//   radius  half the width of the band, > 0
//   scale   above 0 bulges, below dents
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/BumpDistortionLinear.swift
vec2 bumpLinear(const vec2 at, const vec2 center, const vec2 line, const float radius, const float scale) {
    vec2 way = at - center;
    float distance = way.y * line.x - way.x * line.y;
    float shift = distance * (scale * smoothFall(abs(distance) / radius));
    return vec2(at.x + shift * line.y, at.y - shift * line.x);
}
