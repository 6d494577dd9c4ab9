#include "Shared/Mean.glsl"

// The two pixels about a point, interpolated; along the other axis the point is a pixel's centre.
vec4 readBetween(const vec2 point, const vec2 axis) {
    float position = dot(point, axis) - 0.5;
    float t = position - floor(position);
    vec4 low = read0(point - t * axis);
    return low + (read0(point + (1.0 - t) * axis) - low) * t;
}

// A Gaussian along a line, normalized.
//
//   at       the pixel's centre
//   axis     (1, 0) or (0, 1), along which pixels are interpolated
//   step     from tap to tap: whole pixels along the other axis
//   taps     to each side
//   falloff  the weight of the first tap relative to the centre
//
// Twin: ImageFilters/Blur/MotionBlur.swift
vec4 motionBlurPass(const vec2 at, const vec2 axis, const vec2 step, const int taps, const float falloff) {
    vec4 sum = readBetween(at, axis);
    float total = 1.0;
    float weight = falloff;
    float ratio = falloff;
    for (int i = 1; i <= taps; ++i) {
        vec2 way = float(i) * step;
        sum += (readBetween(at + way, axis) + readBetween(at - way, axis)) * weight;
        total += 2.0 * weight;
        ratio *= falloff * falloff;
        weight *= ratio;
    }
    return mean(sum / total);
}
