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
