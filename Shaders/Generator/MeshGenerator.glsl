// A colour along lines.
//
//   color     strength of the lines in red, 0...1
//   tint      premultiplied, linear working space
//   returns   premultiplied
//
// Twin: ImageFilters/Generator/MeshGenerator.swift
vec4 meshColor(const vec4 color, const vec4 tint) {
    return tint * color.r;
}
