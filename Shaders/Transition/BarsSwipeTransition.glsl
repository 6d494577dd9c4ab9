#include "Shared/Mixed.glsl"

// Bars of the source that fall, over the target.
//
//   at    the pixel's centre
//   way   across the bars
//   bars  width, how many have started, offset
//   returns premultiplied
//
// Twin: ImageFilters/Transition/BarsSwipeTransition.swift
vec4 barsSwipe(const vec2 at, const vec2 way, const vec3 bars) {
    float number = floor(dot(at, way) / bars.x);
    float path = max(bars.y - number, 0.0) * bars.z;
    vec4 bar = mixed0(at + vec2(-way.y, way.x) * (path * path));
    return bar + read1(at) * (1.0 - bar.a);
}
