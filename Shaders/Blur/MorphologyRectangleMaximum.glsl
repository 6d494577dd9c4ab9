// The largest of each component along an axis.
//
//   at     the pixel's centre
//   axis   (1, 0) or (0, 1)
//   reach  whole pixels to each side
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MorphologyRectangleMaximum.swift
vec4 morphologyRectangleMaximum(const vec2 at, const vec2 axis, const float reach) {
    vec4 result = read0(at);
    for (float i = 1.0; i <= reach; i += 1.0) {
        result = max(result, max(read0(at + i * axis), read0(at - i * axis)));
    }
    return result;
}

// The largest of each component of pixels along an axis, which may themselves be the maxima of runs.
//
//   at     the pixel's centre
//   axis   (1, 0) or (0, 1)
//   first, last, step  the pixels: first, first + step … below last, and last
//   returns premultiplied
vec4 morphologyRectangleMaximumRun(const vec2 at, const vec2 axis, const float first, const float last, const float step) {
    vec4 result = read0(at + last * axis);
    for (float i = first; i < last; i += step) {
        result = max(result, read0(at + i * axis));
    }
    return result;
}
