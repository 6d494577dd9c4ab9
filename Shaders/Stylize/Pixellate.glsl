// The middle of the cell that a pixel lies in.
//
//   at      user plane, pixels
//   center  a corner of a cell
//   size    of a cell, 1 or more
//   returns where the pixel comes from
//
// Twin: ImageFilters/Stylize/Pixellate.swift
vec2 pixellate(const vec2 at, const vec2 center, const float size) {
    return (floor((at - center) / size) + 0.5) * size + center;
}
