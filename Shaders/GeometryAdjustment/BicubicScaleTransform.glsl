#include "Shared/Mean.glsl"

// k(d; B, C) of Mitchell and Netravali for d >= 0, times 6.
float bicubicWeight(const float d, const float b, const float c) {
    float near = ((12.0 - 9.0 * b - 6.0 * c) * d + (-18.0 + 12.0 * b + 6.0 * c)) * d * d + (6.0 - 2.0 * b);
    float far = (((-b - 6.0 * c) * d + (6.0 * b + 30.0 * c)) * d + (-12.0 * b - 48.0 * c)) * d + (8.0 * b + 24.0 * c);
    return d < 1.0 ? near : d < 2.0 ? far : 0.0;
}

// Resampling along one axis by a cubic kernel.
//
//   at     the pixel's centre in the result
//   axis   (1, 0) or (0, 1)
//   step   distance in the input for one pixel of the result
//   reach  support in the input's pixels: 2 or, when shrinking, 2 step
//   shape  B and C
//   returns premultiplied
//
// Twin: ImageFilters/GeometryAdjustment/BicubicScaleTransform.swift
vec4 bicubicScaleTransformPass(const vec2 at, const vec2 axis, const float step, const float reach, const vec2 shape) {
    float along = dot(at, axis);
    float position = along * step;
    float first = ceil(position - reach - 0.5) + 0.5;
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (float index = 0.0; index < 2.0 * reach; index += 1.0) {
        float weight = bicubicWeight(abs(first + index - position) * (2.0 / reach), shape.x, shape.y);
        sum += read0(at + axis * (first + index - along)) * weight;
        total += weight;
    }
    return mean(sum * (1.0 / total));
}
