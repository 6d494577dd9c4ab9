#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Samples each pixel at the position to which the lens has moved it.
//
//   at      the pixel's centre
//   center  the centre of distortion
//   range   least and largest factor of a radius
//   steps   pixels of input 1 for a pixel of radius; index of its last pixel
//   returns premultiplied
//
// Input 1 has the factors, less 1, in red.
// Twin: ImageFilters/DistortionEffect/CameraCalibrationLensCorrection.swift
vec4 lensCorrection(const vec2 at, const vec2 center, const vec2 range, const vec2 steps) {
    vec2 way = at - center;
    float position = min(sqrt(dot(way, way)) * steps.x, steps.y);
    float cell = min(floor(position), steps.y - 1.0);
    float low = read1(vec2(cell + 0.5, 0.5)).r;
    float high = read1(vec2(cell + 1.5, 0.5)).r;
    float factor = 1.0 + low + (high - low) * (position - cell);
    return bilinear0(center + way * clamp(factor, range.x, range.y));
}
