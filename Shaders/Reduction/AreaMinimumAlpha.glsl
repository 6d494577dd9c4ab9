// The pixel of a strip with the smallest alpha.
//
//   at      the centre of pixel i along the axis, for the strip of pixels from i length on
//   axis    (1, 0) or (0, 1)
//   length  pixels of a strip
//   returns premultiplied
//
// Twin: ImageFilters/Reduction/AreaMinimumAlpha.swift
vec4 areaMinimumAlphaStrips(const vec2 at, const vec2 axis, const int length) {
    float along = dot(at, axis);
    vec2 first = at + axis * ((along - 0.5) * float(length) + 0.5 - along);
    vec4 result = read0(first);
    for (int i = 1; i < length; ++i) {
        vec4 other = read0(first + axis * float(i));
        result = other.a < result.a ? other : result;
    }
    return result;
}
