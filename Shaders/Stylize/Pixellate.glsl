// The centre of the cell that contains a pixel.
//
//   at      user plane, pixels
//   center  a corner of a cell
//   size    of a cell, 1 or more
//   returns the source position
//
// Twin: ImageFilters/Stylize/Pixellate.swift
vec2 pixellate(const vec2 at, const vec2 center, const float size) {
    return (floor((at - center) / size) + 0.5) * size + center;
}
