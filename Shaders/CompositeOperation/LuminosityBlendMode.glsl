#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/HSL.glsl"

// Lightness of the source, hue and saturation of the background.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/LuminosityBlendMode.swift
vec4 luminosityBlend(const vec4 source, const vec4 background) {
    vec3 s = unpremultiply(source).rgb;
    vec3 b = unpremultiply(background).rgb;
    vec3 mixed = rgbFromHSL(hslHue(b), hslSaturation(b), hslLightness(s));
    return blended(source, background, mixed * (source.a * background.a));
}
