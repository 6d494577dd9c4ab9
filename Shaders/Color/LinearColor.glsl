// Red, green and blue as weighted sums of all four components; alpha unchanged.
//
//   color             premultiplied, linear working space, any range
//   red, green, blue  weights of the components of color
//
// Twin: ImageGraph/Formulas/CommonFormulas.swift
vec4 linearColor(const vec4 color, const vec4 red, const vec4 green, const vec4 blue) {
    return vec4(dot(color, red), dot(color, green), dot(color, blue), color.a);
}
