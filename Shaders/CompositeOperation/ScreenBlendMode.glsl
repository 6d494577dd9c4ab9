// Product of the negatives: S + B - S B.
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/ScreenBlendMode.swift
vec4 screenBlend(const vec4 source, const vec4 background) {
    return source + background - source * background;
}
