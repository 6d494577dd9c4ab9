// Sum of the two including alpha: S + B.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/AdditionCompositing.swift
vec4 addition(const vec4 source, const vec4 background) {
    return source + background;
}
