#include "Shared/SmoothFall.glsl"

// Radial gradient with a bell-shaped falloff.
//
//   at             user plane, pixels
//   color0         in the middle, premultiplied, linear working space
//   color1         at the radius and beyond
//   center         of color0
//   inverseRadius  1 / radius
//   returns premultiplied
//
// Twin: ImageFilters/Gradient/GaussianGradient.swift
vec4 gaussianGradient(const vec2 at, const vec4 color0, const vec4 color1, const vec2 center,
                      const float inverseRadius) {
    vec2 way = (at - center) * inverseRadius;
    return color1 + (color0 - color1) * smoothFall(length(way));
}
