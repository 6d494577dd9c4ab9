#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/HSL.glsl"

// Hue of the source, saturation and lightness of the background.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/HueBlendMode.swift
vec4 hueBlend(const vec4 source, const vec4 background) {
    vec3 s = unpremultiply(source).rgb;
    vec3 b = unpremultiply(background).rgb;
    vec3 mixed = rgbFromHSL(hslHue(s), hslSaturation(b), hslLightness(b));
    return blended(source, background, mixed * (source.a * background.a));
}
