// Source over background: S + B (1 - Sa).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SourceOverCompositing.swift
vec4 sourceOver(const vec4 source, const vec4 background) {
    return source + background * (1.0 - source.a);
}
