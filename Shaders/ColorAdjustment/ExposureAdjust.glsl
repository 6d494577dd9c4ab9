// Exposure: scales linear light.
//
//   color  premultiplied, linear working space, any range
//   gain   2^EV, >= 0
//   returns the same alpha; colour scaled
//
// Twin: ImageFilters/ColorAdjustment/ExposureAdjust.swift
vec4 exposureAdjust(const vec4 color, const float gain) {
    return vec4(color.rgb * gain, color.a);
}
