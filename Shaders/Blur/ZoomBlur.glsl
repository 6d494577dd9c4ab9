#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// The mean of a hundred samples along the ray from a point.
//
//   at      the pixel's centre
//   center  the origin of the rays
//   range   the last scale less 1
//   returns premultiplied
//
// Twin: ImageFilters/Blur/ZoomBlur.swift
vec4 zoomBlur(const vec2 at, const vec2 center, const float range) {
    vec4 sum = vec4(0.0);
    for (int tap = 0; tap < 100; ++tap) {
        float z = float(tap) * (1.0 / 99.0) - 0.5;
        float scale = 1.0 + range * (0.5 + 0.8 * z * (1.0 + z * z));
        sum += bilinear0(center + (at - center) * scale);
    }
    return sum * 0.01;
}
