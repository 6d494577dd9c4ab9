#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// A weighted mean along the ray from a point.
//
//   at      the pixel's centre
//   center  where the rays begin
//   scales  the first scale, and what it is multiplied by from tap to tap
//   taps    how many
//   bell    middle and 1 / (2 sigma²) of the Gaussian of scales
//   returns premultiplied
//
// Twin: ImageFilters/Blur/ZoomBlur.swift
vec4 zoomBlurPass(const vec2 at, const vec2 center, const vec2 scales, const int taps, const vec2 bell) {
    vec4 sum = vec4(0.0);
    float total = 0.0;
    float scale = scales.x;
    for (int i = 0; i < taps; ++i) {
        float weight = scale * exp(-(scale - bell.x) * (scale - bell.x) * bell.y);
        sum += bilinear0(center + (at - center) * scale) * weight;
        total += weight;
        scale *= scales.y;
    }
    return sum / total;
}
