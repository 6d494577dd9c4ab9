// Gradient between two concentric circles.
//
//   at              user plane, pixels
//   color0, color1  premultiplied, linear working space
//   center          of both circles
//   radius          of the circle of color0
//   slope           1 over the distance to the other circle; below 0 if that is inside
//
// Twin: ImageFilters/Gradient/RadialGradient.swift
vec4 radialGradient(const vec2 at, const vec4 color0, const vec4 color1, const vec2 center, const float radius,
                    const float slope) {
    float t = min(max((length(at - center) - radius) * slope, 0.0), 1.0);
    return color0 + (color1 - color0) * t;
}
