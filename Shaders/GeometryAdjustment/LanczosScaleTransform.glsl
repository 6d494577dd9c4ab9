#include "Shared/Direction.glsl"
#include "Shared/Mean.glsl"

float lanczos(const float d) {
    float x = 3.14159265 * d;
    return abs(d) < 3.0 ? (abs(d) > 1e-3 ? 3.0 * sine(x) * sine(x / 3.0) / (x * x) : 1.0) : 0.0;
}

// Resampling along one axis by a windowed sinc of three lobes.
//
//   at     the pixel's centre in the result
//   axis   (1, 0) or (0, 1)
//   step   distance in the input for one pixel of the result
//   reach  support in the input's pixels: 3 or, when shrinking, 3 step
//
// Twin: ImageFilters/GeometryAdjustment/LanczosScaleTransform.swift
vec4 lanczosScaleTransformPass(const vec2 at, const vec2 axis, const float step, const float reach) {
    float along = dot(at, axis);
    float position = along * step;
    float first = ceil(position - reach - 0.5) + 0.5;
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (float index = 0.0; index < 2.0 * reach; index += 1.0) {
        float weight = lanczos((first + index - position) * (3.0 / reach));
        sum += read0(at + axis * (first + index - along)) * weight;
        total += weight;
    }
    return mean(sum * (1.0 / total));
}
