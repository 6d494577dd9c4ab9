#include "Shared/SmoothFall.glsl"

// Bulges or dents the image inside a circle.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   scale   above 0 bulges, below dents
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/BumpDistortion.swift
vec2 bump(const vec2 at, const vec2 center, const float radius, const float scale) {
    vec2 way = at - center;
    return way * (1.0 - scale * smoothFall(length(way) / radius)) + center;
}
