// Source inside the background: S Ba.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SourceInCompositing.swift
vec4 sourceIn(const vec4 source, const vec4 background) {
    return source * background.a;
}
