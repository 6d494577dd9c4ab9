// Cross-fade of two images.
//
//   source, target  premultiplied, linear working space, any range
//   time            0 source ... 1 target
//   returns premultiplied
//
// Twin: ImageFilters/Transition/DissolveTransition.swift
vec4 dissolve(const vec4 source, const vec4 target, const float time) {
    return source + (target - source) * time;
}
