// Converts linear light from one set of primaries to another; alpha unchanged.
//
//   color             straight, opaque or premultiplied; linear, any range
//   red, green, blue  the rows of the matrix
//
// Twin: ImageGraph/Formulas/ColorConversions.swift
vec4 convertPrimaries(const vec4 color, const vec3 red, const vec3 green, const vec3 blue) {
    return vec4(dot(color.rgb, red), dot(color.rgb, green), dot(color.rgb, blue), color.a);
}
