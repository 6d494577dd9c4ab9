#include "Color/SRGB.glsl"

// A falloff of brightness outside a circle.
//
//   color      premultiplied, linear working space, any range
//   at         the pixel's centre
//   center     of the circle
//   inner      radius at which the falloff starts
//   slope      1 over its width
//   intensity  1 is black, below 0 brightens
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/VignetteEffect.swift
vec4 vignetteEffect(const vec4 color, const vec2 at, const vec2 center, const float inner, const float slope,
                    const float intensity) {
    vec2 offset = at - center;
    float t = clamp((sqrt(offset.x * offset.x + offset.y * offset.y) - inner) * slope, 0.0, 1.0);
    float coded = max(1.0 - t * t * t * ((t * 6.0 - 15.0) * t + 10.0) * intensity, 0.0);
    return vec4(color.rgb * linearFromSRGB(coded), color.a);
}
