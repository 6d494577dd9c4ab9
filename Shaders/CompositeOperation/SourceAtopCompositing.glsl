// Source atop background: S Ba + B (1 - Sa).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SourceAtopCompositing.swift
vec4 sourceAtop(const vec4 source, const vec4 background) {
    return source * background.a + background * (1.0 - source.a);
}
