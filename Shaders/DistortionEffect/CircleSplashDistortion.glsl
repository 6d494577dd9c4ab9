// The point of a circle nearest to each pixel.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  0 or more
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/CircleSplashDistortion.swift
vec2 circleSplash(const vec2 at, const vec2 center, const float radius) {
    vec2 way = at - center;
    return way * min(radius / max(length(way), 1e-6), 1.0) + center;
}
