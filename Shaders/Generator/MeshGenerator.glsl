// A colour where lines are.
//
//   strength  of the lines in red, 0...1
//   color     premultiplied, linear working space
//   returns   premultiplied
//
// Twin: ImageFilters/Generator/MeshGenerator.swift
vec4 meshColor(const vec4 strength, const vec4 color) {
    return color * strength.r;
}
