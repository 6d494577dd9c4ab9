#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"

float divideBlend(const float s, const float b) {
    float quotient = min(b / (s > 0.0 ? s : 1.0), 1.0);
    float divided = s > 0.0 ? quotient : 1.0;
    return b > 0.0 ? divided : 0.0;
}

// Division: min(1, Cb / Cs).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/DivideBlendMode.swift
vec4 divideBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(divideBlend(s.r, b.r), divideBlend(s.g, b.g), divideBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
