// Weighted sum of a strip of pixels.
//
//   at      the centre of pixel i along the axis, for the strip of pixels from i length on
//   axis    (1, 0) or (0, 1)
//   length  pixels of a strip
//   weight  of the sum
//
// Twin: ImageFilters/Reduction/AreaAverage.swift
vec4 areaAverageStrips(const vec2 at, const vec2 axis, const int length, const float weight) {
    float along = dot(at, axis);
    vec2 first = at + axis * ((along - 0.5) * float(length) + 0.5 - along);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < length; ++i) {
        sum += read0(first + axis * float(i));
    }
    return sum * weight;
}
