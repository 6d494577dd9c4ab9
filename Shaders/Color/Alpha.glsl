// Premultiplication by alpha; its inverse, which is clear where alpha is 0 or less; and alpha 1 with unchanged rgb.
//
// Twin: ImageGraph/Formulas/ColorConversions.swift
#include "Shared/Alpha.glsl"

vec4 premultiplyAlpha(const vec4 color) { return premultiply(color); }

vec4 unpremultiplyAlpha(const vec4 color) { return unpremultiply(color); }

vec4 opaqueAlpha(const vec4 color) { return vec4(color.rgb, 1.0); }
