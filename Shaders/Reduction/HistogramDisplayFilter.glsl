// A chart of a histogram.
//
//   at      the pixel's centre
//   height  of the chart
//   limits  columns left of the first are darker, right of the second lighter
//   looks   the background, the lightening fraction, the darkening factor
//   returns opaque
//
// Twin: ImageFilters/Reduction/HistogramDisplayFilter.swift
vec4 histogramChart(const vec2 at, const float height, const vec2 limits, const vec3 looks) {
    vec3 bars = read0(vec2(at.x, 0.5)).rgb * height;
    vec3 color = vec3(bars.r > at.y ? 1.0 : looks.x, bars.g > at.y ? 1.0 : looks.x, bars.b > at.y ? 1.0 : looks.x);
    color = color * (at.x < limits.x ? looks.z : 1.0);
    color = color + (vec3(1.0) - color) * (at.x > limits.y ? looks.y : 0.0);
    return vec4(color, 1.0);
}
