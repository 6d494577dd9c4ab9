#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Bars of the source that fall, over the target.
//
//   at    the pixel's centre
//   way   across the bars
//   bars  width, where the first one begins, the path of the first one, offset
//   returns premultiplied
//
// Twin: ImageFilters/Transition/BarsSwipeTransition.swift
vec4 barsSwipe(const vec2 at, const vec2 way, const vec4 bars) {
    float number = floor((dot(at, way) - bars.y) / bars.x);
    float path = max(bars.z - number * bars.w, 0.0);
    vec4 bar = bilinear0(at + vec2(-way.y, way.x) * (path * path));
    return bar + read1(at) * (1.0 - bar.a);
}
