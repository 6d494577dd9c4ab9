// Contracts the image inside a circle towards its centre, and expands it outside.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   scale   0...2
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/PinchDistortion.swift
vec2 pinch(const vec2 at, const vec2 center, const float radius, const float scale) {
    vec2 way = at - center;
    return way * (1.0 - scale + scale * sqrt(radius / max(length(way), 1e-6))) + center;
}
