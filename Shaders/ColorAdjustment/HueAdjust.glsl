// Rotates hues: a 3x3 matrix in linear light.
//
//   color             premultiplied, linear working space, any range
//   red, green, blue  the rows of the matrix
//   returns the same alpha
//
// Twin: ImageFilters/ColorAdjustment/HueAdjust.swift
vec4 hueAdjust(const vec4 color, const vec3 red, const vec3 green, const vec3 blue) {
    return vec4(dot(color.rgb, red), dot(color.rgb, green), dot(color.rgb, blue), color.a);
}
