#include "Shared/Mean.glsl"

// Mean of 2 * radius + 1 pixels along axis. read0 is input 0. The stitcher connects it to the function that computes
// that input, so a cheap colour chain is fused with the blur without an intermediate.
//
//   at      the pixel's centre
//   axis    (1, 0) or (0, 1)
//   radius  whole pixels to each side
//
// Twin: ImageFilters/Blur/BoxBlur.swift
vec4 boxBlurPass(const vec2 at, const vec2 axis, const float radius) {
    vec4 sum = read0(at);
    for (float i = 1.0; i <= radius; i += 1.0) {
        sum += read0(at + i * axis) + read0(at - i * axis);
    }
    return mean(sum / (2.0 * radius + 1.0));
}

// Mean of the pixels of a run that starts with this pixel.
//
//   at      the pixel's centre
//   axis    (1, 0) or (0, 1)
//   length  pixels
vec4 boxBlurRun(const vec2 at, const vec2 axis, const float length) {
    vec4 sum = read0(at);
    for (float i = 1.0; i < length; i += 1.0) {
        sum += read0(at + i * axis);
    }
    return mean(sum / length);
}

// As boxBlurPass, from as many runs as fit, whose means are in read0, and the remaining pixels, from read1.
//
//   at      the pixel's centre
//   axis    (1, 0) or (0, 1)
//   radius  whole pixels to each side
//   length  pixels of a run
vec4 boxBlurOfRuns(const vec2 at, const vec2 axis, const float radius, const float length) {
    float count = floor((2.0 * radius + 1.0) / length);
    vec4 sum = vec4(0.0);
    for (float i = 0.0; i < count; i += 1.0) {
        sum += read0(at + (i * length - radius) * axis);
    }
    sum *= length;
    for (float i = count * length - radius; i <= radius; i += 1.0) {
        sum += read1(at + i * axis);
    }
    return mean(sum / (2.0 * radius + 1.0));
}
