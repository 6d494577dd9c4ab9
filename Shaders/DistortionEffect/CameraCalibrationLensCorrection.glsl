#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// Each pixel from where a lens has put it.
//
//   at      the pixel's centre
//   center  that of the lens
//   range   least and largest factor of a radius
//   steps   pixels of input 1 for a pixel of radius; number of its last pixel
//   returns premultiplied
//
// Input 1 has the factors, less 1, in red.
// Twin: ImageFilters/DistortionEffect/CameraCalibrationLensCorrection.swift
vec4 lensCorrection(const vec2 at, const vec2 center, const vec2 range, const vec2 steps) {
    vec2 way = at - center;
    float place = min(sqrt(dot(way, way)) * steps.x, steps.y);
    float cell = min(floor(place), steps.y - 1.0);
    float low = read1(vec2(cell + 0.5, 0.5)).r;
    float high = read1(vec2(cell + 1.5, 0.5)).r;
    float factor = 1.0 + low + (high - low) * (place - cell);
    return bilinear0(center + way * clamp(factor, range.x, range.y));
}
