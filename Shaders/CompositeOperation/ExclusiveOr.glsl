// Either source or background, but not both: S (1 - Ba) + B (1 - Sa).
//
//   source, background  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/CompositeOperation/BlendKernels.swift
vec4 exclusiveOr(const vec4 source, const vec4 background) {
    return source * (1.0 - background.a) + background * (1.0 - source.a);
}
