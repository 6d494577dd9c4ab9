#include "Shared/Alpha.glsl"

// Straight colours of pixels whose alpha has a bit.
//
//   color   premultiplied, any range
//   digit   1, 2, 4 ... 128: the bit of alpha times 255
//   shrink  factor of those colours, limited to 0...1; others become 1
//   returns opaque
//
// Twin: ImageFilters/Reduction/AreaAlphaWeightedHistogram.swift
vec4 alphaBitPlane(const vec4 color, const float digit, const float shrink) {
    float steps = floor(clamp(color.a, 0.0, 1.0) * 255.0 + 0.5);
    float digits = floor(steps * (1.0 / digit));
    float bit = digits - floor(digits * 0.5) * 2.0;
    vec3 rgb = clamp(unpremultiply(color).rgb, 0.0, 0.999999) * shrink;
    return vec4(bit > 0.5 ? rgb.r : 1.0, bit > 0.5 ? rgb.g : 1.0, bit > 0.5 ? rgb.b : 1.0, 1.0);
}

// Weighted sum of counts.
//
//   sum     so far
//   counts  the addend
//   weight  of a count
//   returns opaque
vec4 weightedCounts(const vec4 sum, const vec4 counts, const float weight) {
    return vec4(sum.rgb + counts.rgb * weight, 1.0);
}
