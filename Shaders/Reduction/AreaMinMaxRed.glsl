// Two reds as red and green.
//
//   low, high  premultiplied; only red is used
//   returns opaque
//
// Twin: ImageFilters/Reduction/AreaMinMaxRed.swift
vec4 areaMinMaxRed(const vec4 low, const vec4 high) {
    return vec4(low.r, high.r, 0.0, 1.0);
}
