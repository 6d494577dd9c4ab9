#include "Shared/Power.glsl"

float stopOf(const float c, const float low, const float scale) {
    float position = (positiveLog2(max(c, 7.8886090522e-31)) - low) * scale;
    return c > 0.0 ? position : 0.0;
}

// The position of values between two stops.
//
//   color  any range
//   low    the stop that becomes 0
//   scale  1 over the number of stops
//   returns the same alpha
//
// Twin: ImageFilters/Reduction/AreaLogarithmicHistogram.swift
vec4 logarithmicStops(const vec4 color, const float low, const float scale) {
    return vec4(stopOf(color.r, low, scale), stopOf(color.g, low, scale), stopOf(color.b, low, scale), color.a);
}
