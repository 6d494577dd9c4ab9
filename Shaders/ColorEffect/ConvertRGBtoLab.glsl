#include "Shared/Alpha.glsl"
#include "Shared/Lab.glsl"

// Linear sRGB to CIE Lab.
//
//   color    premultiplied, linear working space, any range
//   x, y, z  rows of the matrix to tristimulus values over those of the white
//   scale    of L*, a*, b*
//   offset   added to them
//   returns the same alpha; straight components times alpha
//
// Twin: ImageFilters/ColorEffect/ConvertRGBtoLab.swift
vec4 labFromRGB(const vec4 color, const vec3 x, const vec3 y, const vec3 z, const vec3 scale, const vec3 offset) {
    vec3 straight = unpremultiply(color).rgb;
    vec3 lab = labFromXYZ(vec3(dot(straight, x), dot(straight, y), dot(straight, z)));
    return vec4((lab * scale + offset) * color.a, color.a);
}
