// Grey of the largest component.
//
//   color  premultiplied, linear working space, any range
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/MaximumComponent.swift
vec4 maximumComponent(const vec4 color) {
    return vec4(vec3(max(max(color.r, color.g), color.b)), color.a);
}
