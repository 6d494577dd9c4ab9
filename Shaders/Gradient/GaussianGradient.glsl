// Radial gradient along a bell curve.
//
//   at             user plane, pixels
//   color0         in the middle, premultiplied, linear working space
//   color1         at the radius and beyond
//   center         of the bell
//   inverseRadius  1 / radius
//   returns premultiplied
//
// Twin: ImageFilters/Gradient/GaussianGradient.swift
vec4 gaussianGradient(const vec2 at, const vec4 color0, const vec4 color1, const vec2 center,
                      const float inverseRadius) {
    vec2 way = (at - center) * inverseRadius;
    float squared = min(dot(way, way), 1.0);
    // exp(-4.5): what the bell still has at the radius, its third sigma.
    float rim = 0.011108997;
    float weight = (exp(-4.5 * squared) - rim) / (1.0 - rim);
    return color1 + (color0 - color1) * clamp(weight, 0.0, 1.0);
}
