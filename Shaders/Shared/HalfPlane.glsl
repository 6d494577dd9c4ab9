// The area of a pixel's square on one side of a straight line.
//
//   normal  the absolute components of the line's unit normal
//   inside  the distance of the pixel's centre from the line on that side, in pixels
//
// Source: a trapezoid up to (a - b) / 2 from the centre, a square less a triangle up to (a + b) / 2, with a the larger
// component.
//
// Twin: HalfPlane in ImageFilters/Generator/DiscArea.swift
float halfPlaneArea(const vec2 normal, const float inside) {
    float a = max(normal.x, normal.y);
    float b = min(normal.x, normal.y);
    float left = max(0.5 * (a + b) - abs(inside), 0.0);
    float corner = left * left / max(2.0 * a * b, 1e-6);
    float cut = abs(inside) <= 0.5 * (a - b) ? 0.5 - abs(inside) / a : corner;
    return inside > 0.0 ? 1.0 - cut : cut;
}
