#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Bars of the source that accelerate away.
//
//   at    the pixel's centre
//   way   direction across the bars
//   bars  width, the start of the first bar, time in bars, offset
//   returns premultiplied
//
// Twin: ImageFilters/Transition/BarsSwipeTransition.swift
vec4 barsSwipe(const vec2 at, const vec2 way, const vec4 bars) {
    float number = floor((dot(at, way) - bars.y) / bars.x);
    float time = max(bars.z - number, 0.0);
    return bilinear0(at + vec2(-way.y, way.x) * (bars.w * time * time));
}
