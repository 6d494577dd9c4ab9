// The largest of each component of a strip.
//
//   at      the centre of pixel i along the axis, for the strip of pixels from i length on
//   axis    (1, 0) or (0, 1)
//   length  pixels of a strip
//   returns premultiplied
//
// Twin: ImageFilters/Reduction/AreaMaximum.swift
vec4 areaMaximumStrips(const vec2 at, const vec2 axis, const int length) {
    float along = dot(at, axis);
    vec2 first = at + axis * ((along - 0.5) * float(length) + 0.5 - along);
    vec4 result = read0(first);
    for (int i = 1; i < length; ++i) {
        result = max(result, read0(first + axis * float(i)));
    }
    return result;
}
