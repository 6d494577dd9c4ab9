#include "Shared/Alpha.glsl"
#include "Shared/Blending.glsl"
#include "Shared/HSL.glsl"

// Saturation of the source, hue and lightness of the background.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SaturationBlendMode.swift
vec4 saturationBlend(const vec4 source, const vec4 background) {
    vec3 s = unpremultiply(source).rgb;
    vec3 b = unpremultiply(background).rgb;
    vec3 mixed = rgbFromHSL(hslHue(b), hslSaturation(s), hslLightness(b));
    return blended(source, background, mixed * (source.a * background.a));
}
