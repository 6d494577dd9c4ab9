// Pushes pixels away from a circle.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/HoleDistortion.swift
vec2 holeDistortion(const vec2 at, const vec2 center, const float radius) {
    vec2 way = at - center;
    return way * max(1.0 - radius * radius / max(dot(way, way), 1e-12), 0.0) + center;
}

// Clear inside the circle, and fading in over a pixel beyond it.
vec4 hole(const vec4 color, const vec2 at, const vec2 center, const float radius) {
    return color * clamp(length(at - center) - radius, 0.0, 1.0);
}
