#include "Shared/ErrorFunction.glsl"
#include "Shared/Power.glsl"

// A rounded rectangle blurred by a Gaussian.
//
//   at      user plane, pixels
//   color   premultiplied, linear working space
//   center  of the rectangle
//   size    half of its size
//   form    radius, exponent of the corners, sigma
//   returns premultiplied
//
// Twin: ImageFilters/Generator/BlurredRoundedRectangleGenerator.swift
vec4 blurredRoundedRectangle(const vec2 at, const vec4 color, const vec2 center, const vec2 size, const vec3 form) {
    vec2 way = at - center;
    float scale = 1.0 / (form.z * 1.41421356);
    float low = clamp(way.y - 3.0 * form.z, -size.y, size.y);
    float step = (clamp(way.y + 3.0 * form.z, -size.y, size.y) - low) * (1.0 / 32.0);
    float sum = 0.0;
    for (int row = 0; row < 32; ++row) {
        float y = low + step * (float(row) + 0.5);
        float up = clamp((abs(y) - (size.y - form.x)) * (1.0 / max(form.x, 1e-6)), 0.0, 1.0);
        float reach = size.x - form.x + form.x * power(1.0 - power(up, form.y), 1.0 / form.y);
        float across = errorFunction((way.x + reach) * scale) - errorFunction((way.x - reach) * scale);
        float off = (y - way.y) * scale;
        sum += across * exp(-off * off);
    }
    return color * (sum * step * (scale * 0.28209479));
}
