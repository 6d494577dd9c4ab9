// Product of the colours: S B + S (1 - Ba) + B (1 - Sa).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/MultiplyBlendMode.swift
vec4 multiplyBlend(const vec4 source, const vec4 background) {
    return source * background + source * (1.0 - background.a) + background * (1.0 - source.a);
}
