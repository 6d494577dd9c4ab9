// Draws what lies in a circle towards its centre, and what lies beyond outwards.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   scale   0...2
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/PinchDistortion.swift
vec2 pinch(const vec2 at, const vec2 center, const float radius, const float scale) {
    vec2 way = at - center;
    return way * (1.0 - scale + scale * sqrt(radius / max(length(way), 1e-6))) + center;
}
