// Source outside the background: S (1 - Ba).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/SourceOutCompositing.swift
vec4 sourceOut(const vec4 source, const vec4 background) {
    return source * (1.0 - background.a);
}
