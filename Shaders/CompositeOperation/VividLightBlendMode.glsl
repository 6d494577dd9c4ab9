#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/BurnAndDodge.glsl"

float vividLightBlend(const float s, const float b) {
    float burned = colorBurn(2.0 * s, b);
    float dodged = colorDodge(2.0 * s - 1.0, b);
    return s <= 0.5 ? burned : dodged;
}

// Vivid light: burn by 2 Cs where the source is dark, dodge by 2 Cs - 1 where it is light.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/VividLightBlendMode.swift
vec4 vividLightBlend(const vec4 source, const vec4 background) {
    vec4 s = unpremultiply(source);
    vec4 b = unpremultiply(background);
    vec3 mixed = vec3(vividLightBlend(s.r, b.r), vividLightBlend(s.g, b.g), vividLightBlend(s.b, b.b));
    return blended(source, background, mixed * (source.a * background.a));
}
