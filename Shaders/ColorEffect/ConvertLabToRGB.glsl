#include "Shared/Alpha.glsl"
#include "Shared/Lab.glsl"

// CIE Lab to linear sRGB.
//
//   color             premultiplied, linear working space, any range
//   red, green, blue  rows of the matrix from tristimulus values over those of the white
//   scale             of the stored L*, a*, b*
//   offset            added to them when they were stored
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/ConvertLabToRGB.swift
vec4 rgbFromLab(const vec4 color, const vec3 red, const vec3 green, const vec3 blue, const vec3 scale,
                const vec3 offset) {
    vec3 xyz = xyzFromLab((unpremultiply(color).rgb - offset) * (1.0 / scale));
    return vec4(vec3(dot(xyz, red), dot(xyz, green), dot(xyz, blue)) * color.a, color.a);
}
