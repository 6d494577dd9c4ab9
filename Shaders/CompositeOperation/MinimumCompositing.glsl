// The smaller of each component: min(S, B).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/MinimumCompositing.swift
vec4 minimum(const vec4 source, const vec4 background) {
    return min(source, background);
}
