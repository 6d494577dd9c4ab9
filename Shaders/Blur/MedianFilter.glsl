// The fifth of nine values of each component.
//
//   at  the pixel's centre
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MedianFilter.swift
vec4 medianFilter(const vec2 at) {
    vec4 low[3];
    vec4 middle[3];
    vec4 high[3];
    for (int x = 0; x < 3; ++x) {
        vec2 position = at + vec2(float(x - 1), 0.0);
        vec4 a = read0(position + vec2(0.0, 1.0));
        vec4 b = read0(position);
        vec4 c = read0(position - vec2(0.0, 1.0));
        low[x] = min(min(a, b), c);
        high[x] = max(max(a, b), c);
        middle[x] = max(min(a, b), min(max(a, b), c));
    }
    // With sorted columns, the median is the middle one of the largest low, the middle middle and the smallest high.
    vec4 a = max(max(low[0], low[1]), low[2]);
    vec4 b = max(min(middle[0], middle[1]), min(max(middle[0], middle[1]), middle[2]));
    vec4 c = min(min(high[0], high[1]), high[2]);
    return max(min(a, b), min(max(a, b), c));
}
