#include "Shared/Mean.glsl"

// Mean of a block of pixels in a row.
//
//   at      the centre of pixel i along the axis, for the block of pixels from i length on
//   axis    (1, 0) or (0, 1)
//   length  pixels of a block
//
// Twin: ImageGraph/Formulas/CommonFormulas.swift
vec4 blockMean(const vec2 at, const vec2 axis, const int length) {
    float along = dot(at, axis);
    vec2 first = at + axis * ((along - 0.5) * float(length) + 0.5 - along);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < length; ++i) {
        sum += read0(first + axis * float(i));
    }
    return mean(sum / float(length));
}
