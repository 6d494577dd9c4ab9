// The exact area of a pixel's square that a quadrilateral covers, including corners and parts thinner than a pixel.
//
//   at      the pixel's centre
//   xs, ys  the corners, counterclockwise
//   slopes  dx / dy of the edge from each corner to the next; 0 where that is level
//
// Source: Green's theorem. For the part of an edge within the pixel's rows, the mean width to its left within the
// pixel, times the height of that part; the sum over all edges is the area.
//
// Twin: QuadArea.coverage in ImageFilters/Generator/QuadArea.swift
float quadCoverage(const vec2 at, const vec4 xs, const vec4 ys, const vec4 slopes) {
    vec4 x = xs - at.x + 0.5;
    vec4 y = ys - at.y;
    vec4 from = clamp(y, -0.5, 0.5);
    vec4 to = clamp(y.yzwx, -0.5, 0.5);
    vec4 a = x + (from - y) * slopes;
    vec4 b = x + (to - y) * slopes;
    vec4 low = min(a, b);
    vec4 high = max(a, b);
    vec4 lower = clamp(low, 0.0, 1.0);
    vec4 higher = clamp(high, 0.0, 1.0);
    vec4 sum = (higher - lower) * (higher + lower) * 0.5 + max(high, 1.0) - max(low, 1.0);
    vec4 width = high - low;
    vec4 mean = mix(higher, sum / max(width, 1e-6), greaterThan(width, vec4(1e-6)));
    return clamp(dot(to - from, mean), 0.0, 1.0);
}
