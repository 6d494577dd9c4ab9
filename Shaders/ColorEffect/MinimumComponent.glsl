// Grey of the smallest component.
//
//   color  premultiplied, linear working space, any range
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/MinimumComponent.swift
vec4 minimumComponent(const vec4 color) {
    return vec4(vec3(min(min(color.r, color.g), color.b)), color.a);
}
