#include "Shared/Alpha.glsl"

// Otsu's threshold for each component of a histogram.
//
//   at    any position
//   bins  pixels of the histogram, which starts at the origin
//   returns upper edges of bins, as fractions of 1
//
// Twin: ImageFilters/ColorAdjustment/ColorThresholdOtsu.swift
vec4 otsuThreshold(const vec2 at, const int bins) {
    vec4 total = vec4(0.0);
    vec4 moment = vec4(0.0);
    for (int i = 0; i < bins; ++i) {
        float bin = float(i) + 0.5;
        vec4 count = read0(vec2(bin, 0.5));
        total += count;
        moment += count * bin;
    }
    vec4 scale = vec4(1.0) / total;
    vec4 mean = moment * scale;
    vec4 below = vec4(0.0);
    vec4 belowMoment = vec4(0.0);
    vec4 greatest = vec4(0.0);
    vec4 best = vec4(0.0);
    for (int i = 0; i < bins; ++i) {
        float bin = float(i) + 0.5;
        vec4 fraction = read0(vec2(bin, 0.5)) * scale;
        below += fraction;
        belowMoment += fraction * bin;
        vec4 apart = mean * below - belowMoment;
        vec4 weight = below * (vec4(1.0) - below);
        vec4 between = vec4(
            weight.r > 1e-7 ? apart.r * apart.r / weight.r : 0.0, weight.g > 1e-7 ? apart.g * apart.g / weight.g : 0.0,
            weight.b > 1e-7 ? apart.b * apart.b / weight.b : 0.0, weight.a > 1e-7 ? apart.a * apart.a / weight.a : 0.0);
        best = vec4(between.r > greatest.r ? bin + 0.5 : best.r, between.g > greatest.g ? bin + 0.5 : best.g,
                    between.b > greatest.b ? bin + 0.5 : best.b, between.a > greatest.a ? bin + 0.5 : best.a);
        greatest = max(greatest, between);
    }
    return best / float(bins);
}

// Components above those of input 1's pixel become 1, others 0.
//
//   at  the pixel's centre
//   returns premultiplied, the alpha of input 0
vec4 thresholdByPixel(const vec2 at) {
    vec4 color = read0(at);
    vec4 level = read1(vec2(0.5, 0.5));
    vec3 straight = unpremultiply(color).rgb;
    vec3 rgb = vec3(straight.r > level.r ? 1.0 : 0.0, straight.g > level.g ? 1.0 : 0.0,
                    straight.b > level.b ? 1.0 : 0.0);
    return vec4(rgb * color.a, color.a);
}
