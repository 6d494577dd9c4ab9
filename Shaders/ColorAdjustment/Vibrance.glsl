#include "Shared/Alpha.glsl"

// Saturation of straight colour about its mean, by dullness and similarity to skin.
//
//   color  premultiplied, linear working space, any range
//   gain   of the strength; below 0 desaturates
//   shape  factors of 1, v and v^2 in the strength; v is 1 for greys, 0 at the gamut's border
//   skin   steepness of the skin measure, and the fraction of the strength that it removes
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorAdjustment/Vibrance.swift
vec4 vibrance(const vec4 color, const float gain, const vec3 shape, const vec2 skin) {
    vec4 straight = unpremultiply(color);
    float mean = (straight.r + straight.g + straight.b) * (1.0 / 3.0);
    float least = min(min(straight.r, straight.g), straight.b);
    float headroom = 1.0 - max(max(straight.r, straight.g), straight.b);
    float v = min(max(min(least / max(mean, 1e-6), headroom / max(1.0 - mean, 1e-6)), 0.0), 1.0);
    float warm = min(straight.r - straight.g, 2.0 * straight.g - straight.b);
    float skinLike = min(max((1.0 - straight.r) * warm * skin.x / max(mean * (1.0 - mean), 1e-6), 0.0), 1.0);
    float strength = ((v * shape.z + shape.y) * v + shape.x) * (1.0 - skinLike * skin.y);
    float factor = strength * gain + 1.0;
    return premultiply(vec4((straight.rgb - vec3(mean)) * factor + vec3(mean), color.a));
}
