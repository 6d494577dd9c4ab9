// Stripes of two colours.
//
//   at              user plane, pixels
//   color0, color1  premultiplied, linear working space
//   start           the start of a stripe of color1
//   width           of a stripe
//   edge            gain of a colour's strength over half a stripe's width, and its value at the edge; at most 1
//   returns premultiplied
//
// Twin: ImageFilters/Generator/StripesGenerator.swift
vec4 stripes(const vec2 at, const vec4 color0, const vec4 color1, const float start, const float width,
             const vec2 edge) {
    float x = (at.x - start) / width;
    float pair = x - floor(x * 0.5) * 2.0;
    float inner = 1.0 - abs((x - floor(x)) * 2.0 - 1.0);
    float strength = min(inner * edge.x + edge.y, 1.0);
    float even = pair >= 1.0 ? -strength : strength;
    return color0 + (color1 - color0) * (0.5 + even * 0.5);
}
