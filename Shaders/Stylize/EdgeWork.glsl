#include "Shared/Alpha.glsl"

// A thresholded difference of Gaussians.
//
//   fine, coarse  premultiplied
//   luma          weights of red, green and blue, sum 1
//   gain          of the difference
//   level         from which it is white
//   slope         of the ramp to black below
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/EdgeWork.swift
vec4 edgeWork(const vec4 fine, const vec4 coarse, const vec3 luma, const float gain, const float level, const float
              slope) {
    float g = dot(unpremultiply(fine).rgb, luma);
    float far = dot(unpremultiply(coarse).rgb, luma);
    float grey = clamp((g + (g - far) * gain - level) * slope + 1.0, 0.0, 1.0);
    return vec4(vec3(grey * fine.a), fine.a);
}
