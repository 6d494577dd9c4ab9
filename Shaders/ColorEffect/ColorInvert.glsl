// Negative.
//
//   color  premultiplied, linear working space, any range
//   returns the same alpha; colour 1 - c of the straight colour
//
// Twin: ImageFilters/ColorEffect/ColorInvert.swift
vec4 colorInvert(const vec4 color) {
    return vec4(vec3(color.a) - color.rgb, color.a);
}
