// A position in an image that is stretched more at its sides.
//
//   at      user plane, pixels
//   size    of the result
//   middle  of the image
//   visible half of its visible size
//   slope   in the middle, 1 or more; 1 stretches uniformly
//   returns the source position
//
// Twin: ImageFilters/GeometryAdjustment/StretchCrop.swift
vec2 stretchCrop(const vec2 at, const vec2 size, const vec2 middle, const vec2 visible, const vec2 slope) {
    vec2 u = at * (2.0 / size) - 1.0;
    vec2 inside = min(abs(u), 1.0);
    vec2 beyond = 1.0 + (abs(u) - inside) / slope;
    return u / max(abs(u), 1e-6) * inside * slope / (1.0 + (slope - 1.0) * inside) * beyond * visible + middle;
}
