#include "Shared/Mean.glsl"

// A Gaussian along one axis: weights exp(-i^2 / 2 sigma^2), normalized.
//
//   at       the pixel's centre
//   axis     (1, 0) or (0, 1)
//   taps     pixels to each side
//   falloff  exp(-1 / 2 sigma^2): the weight of the first neighbour relative to the centre
//
// Twin: ImageFilters/Blur/GaussianBlur.swift
vec4 gaussianBlurPass(const vec2 at, const vec2 axis, const int taps, const float falloff) {
    vec4 sum = read0(at);
    float total = 1.0;
    float weight = falloff;
    float ratio = falloff;
    for (int i = 1; i <= taps; ++i) {
        vec2 step = float(i) * axis;
        sum += (read0(at + step) + read0(at - step)) * weight;
        total += 2.0 * weight;
        ratio *= falloff * falloff;
        weight *= ratio;
    }
    return mean(sum / total);
}

// Downsampling along one axis: pixel i is the mean of 2k pixels about (i + 1/2) k, weighted by a tent.
//
//   at    the centre of a pixel that is k times as long along the axis
//   axis  (1, 0) or (0, 1)
//   k     even
vec4 gaussianBlurReduce(const vec2 at, const vec2 axis, const int k) {
    float size = float(k);
    vec2 middle = at + axis * (at * (size - 1.0));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < k; ++i) {
        float distance = float(i) + 0.5;
        vec2 step = distance * axis;
        sum += (read0(middle + step) + read0(middle - step)) * (size - distance);
    }
    return mean(sum / (size * size));
}

// Upsampling along one axis: the quadratic B-spline of pixels that are k times as long.
//
//   at    the pixel's centre
//   axis  (1, 0) or (0, 1)
vec4 gaussianBlurExpand(const vec2 at, const vec2 axis, const int k) {
    float position = dot(at, axis);
    float low = position / float(k);
    float middle = floor(low) + 0.5;
    float t = low - middle;
    vec2 center = at + axis * (middle - position);
    vec4 sides = read0(center - axis) * ((0.5 - t) * (0.5 - t)) + read0(center + axis) * ((0.5 + t) * (0.5 + t));
    return mean(read0(center) * (0.75 - t * t) + sides * 0.5);
}
