#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

float toneRatio(const float x, const vec4 k) {
    return max(((x * k.z + k.y) * x + k.x) / (x * k.w + 1.0), 0.0);
}

// A brown tone for the luma of straight colour.
//
//   color        premultiplied, linear working space, any range
//   luma         weights of red, green and blue, sum 1
//   red          factor and exponent of a power of the luma, and the factor of the luma that is added
//   green, blue  (x + y L + z L^2) / (1 + w L)
//   intensity    0 the colour, 1 the tone
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorEffect/SepiaTone.swift
vec4 sepiaTone(const vec4 color, const vec3 luma, const vec3 red, const vec4 green, const vec4 blue,
               const float intensity) {
    vec4 straight = unpremultiply(color);
    float level = max(dot(straight.rgb, luma), 0.0);
    vec3 tone = vec3(power(level, red.y) * red.x + level * red.z, toneRatio(level, green), toneRatio(level, blue));
    return premultiply(vec4(straight.rgb + (tone - straight.rgb) * intensity, color.a));
}
