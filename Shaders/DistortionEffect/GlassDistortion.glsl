#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Luma of the texture, repeated without end, at a point of its plane.
float glassHeight(const vec2 position, const vec2 origin, const vec2 size, const vec3 luma) {
    return dot(read1(position - floor((position - origin) / size) * size).rgb, luma);
}

// An image behind glass whose thickness is the luma of a texture.
//
//   at      the pixel's centre; input 0 is the image, input 1 the texture
//   scale   pixels for a slope of 1
//   shift   the offset of the texture
//   origin  lower left corner of the texture
//   size    of the texture
//   luma    weights of red, green and blue
//   returns premultiplied
//
// Twin: ImageFilters/DistortionEffect/GlassDistortion.swift
vec4 glass(const vec2 at, const float scale, const vec2 shift, const vec2 origin, const vec2 size, const vec3 luma) {
    vec2 position = at - shift;
    float right = glassHeight(position + vec2(1.0, 0.0), origin, size, luma);
    float left = glassHeight(position - vec2(1.0, 0.0), origin, size, luma);
    float up = glassHeight(position + vec2(0.0, 1.0), origin, size, luma);
    float down = glassHeight(position - vec2(0.0, 1.0), origin, size, luma);
    vec2 slope = clamp(vec2(right - left, up - down) * 0.5, -0.5, 0.5);
    return bilinear0(at + slope * scale);
}
