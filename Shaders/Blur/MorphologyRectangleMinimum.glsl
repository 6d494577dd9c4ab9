// The smallest of each component along an axis.
//
//   at     the pixel's centre
//   axis   (1, 0) or (0, 1)
//   reach  whole pixels to each side
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MorphologyRectangleMinimum.swift
vec4 morphologyRectangleMinimum(const vec2 at, const vec2 axis, const float reach) {
    vec4 result = read0(at);
    for (float i = 1.0; i <= reach; i += 1.0) {
        result = min(result, min(read0(at + i * axis), read0(at - i * axis)));
    }
    return result;
}

// The smallest of each component of pixels along an axis, which may themselves be the minima of runs.
//
//   at     the pixel's centre
//   axis   (1, 0) or (0, 1)
//   first, last, step  the pixels: first, first + step … below last, and last
//   returns premultiplied
vec4 morphologyRectangleMinimumRun(const vec2 at, const vec2 axis, const float first, const float last, const float step) {
    vec4 result = read0(at + last * axis);
    for (float i = first; i < last; i += step) {
        result = min(result, read0(at + i * axis));
    }
    return result;
}
