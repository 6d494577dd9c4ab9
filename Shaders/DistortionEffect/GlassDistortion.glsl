#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Luma of the texture, repeated without end, at a point of its plane.
float glassHeight(const vec2 place, const vec2 origin, const vec2 size, const vec3 luma) {
    return dot(read1(place - floor((place - origin) / size) * size).rgb, luma);
}

// An image through glass whose thickness is the luma of a texture.
//
//   at      the pixel's centre; input 0 is the image, input 1 the texture
//   scale   pixels for a slope of 1
//   shift   by which the texture is moved
//   origin  lower left corner of the texture
//   size    of the texture
//   luma    weights of red, green and blue
//   returns premultiplied
//
// Twin: ImageFilters/DistortionEffect/GlassDistortion.swift
vec4 glass(const vec2 at, const float scale, const vec2 shift, const vec2 origin, const vec2 size, const vec3 luma) {
    vec2 place = at - shift;
    float right = glassHeight(place + vec2(1.0, 0.0), origin, size, luma);
    float left = glassHeight(place - vec2(1.0, 0.0), origin, size, luma);
    float up = glassHeight(place + vec2(0.0, 1.0), origin, size, luma);
    float down = glassHeight(place - vec2(0.0, 1.0), origin, size, luma);
    vec2 slope = clamp(vec2(right - left, up - down) * 0.5, -0.5, 0.5);
    return bilinear0(at + slope * scale);
}
