// 1 in even squares, -1 in odd ones, less near the edges.
float squareStrength(const float x, const vec2 edge) {
    float pair = x - floor(x * 0.5) * 2.0;
    float within = x - floor(x);
    float inner = 1.0 - abs(within * 2.0 - 1.0);
    float strength = min(inner * edge.x + edge.y, 1.0);
    return pair >= 1.0 ? -strength : strength;
}

// Squares of two colours.
//
//   at              user plane, pixels
//   color0, color1  premultiplied, linear working space
//   center          the lower left corner of a square of color0
//   width           of a square
//   edge            gain of a colour's strength over half a square's width, and its value at the edge; at most 1
//
// Twin: ImageFilters/Generator/CheckerboardGenerator.swift
vec4 checkerboard(const vec2 at, const vec4 color0, const vec4 color1, const vec2 center, const float width,
                  const vec2 edge) {
    vec2 offset = at - center;
    float even = squareStrength(offset.x / width, edge) * squareStrength(offset.y / width, edge);
    return color0 + (color1 - color0) * (0.5 - even * 0.5);
}
