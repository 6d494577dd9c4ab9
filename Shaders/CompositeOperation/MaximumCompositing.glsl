// The larger of each component: max(S, B).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/MaximumCompositing.swift
vec4 maximum(const vec4 source, const vec4 background) {
    return max(source, background);
}
