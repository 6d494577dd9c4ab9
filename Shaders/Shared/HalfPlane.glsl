// How much of a pixel's square lies on one side of a straight line.
//
//   way     across the line, of length 1, both components made positive
//   inside  how far the pixel's centre lies on that side, pixels
//
// Source: a trapezoid up to (a - b) / 2 from the centre, a square less a triangle up to (a + b) / 2, with a the larger component.
//
// Twin: HalfPlane in ImageFilters/Generator/DiscArea.swift
float halfPlaneArea(const vec2 way, const float inside) {
    float a = max(way.x, way.y);
    float b = min(way.x, way.y);
    float left = max(0.5 * (a + b) - abs(inside), 0.0);
    float corner = left * left / max(2.0 * a * b, 1e-6);
    float cut = abs(inside) <= 0.5 * (a - b) ? 0.5 - abs(inside) / a : corner;
    return inside > 0.0 ? 1.0 - cut : cut;
}
