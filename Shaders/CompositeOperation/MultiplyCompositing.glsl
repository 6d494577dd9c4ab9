// Product of the two including alpha: S B.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/MultiplyCompositing.swift
vec4 multiply(const vec4 source, const vec4 background) {
    return source * background;
}
