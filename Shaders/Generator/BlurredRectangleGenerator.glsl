#include "Shared/ErrorFunction.glsl"

// A rectangle blurred by a Gaussian.
//
//   at     user plane, pixels
//   color  premultiplied, linear working space
//   low    the lower left corner
//   high   the upper right corner
//   scale  1 / (sigma √2)
//   returns premultiplied
//
// Twin: ImageFilters/Generator/BlurredRectangleGenerator.swift
vec4 blurredRectangle(const vec2 at, const vec4 color, const vec2 low, const vec2 high, const float scale) {
    float x = errorFunction((at.x - low.x) * scale) - errorFunction((at.x - high.x) * scale);
    float y = errorFunction((at.y - low.y) * scale) - errorFunction((at.y - high.y) * scale);
    return color * (x * y * 0.25);
}
