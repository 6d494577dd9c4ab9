#include "Shared/Alpha.glsl"

// Limits each component of straight colour.
//
//   color      premultiplied, linear working space, any range
//   low, high  the limits; if they cross, the upper one takes precedence
//   returns premultiplied
//
// Twin: ImageFilters/ColorAdjustment/ColorClamp.swift
vec4 colorClamp(const vec4 color, const vec4 low, const vec4 high) {
    return premultiply(min(max(unpremultiply(color), low), high));
}
