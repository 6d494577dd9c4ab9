#include "Shared/Folding.glsl"

// The middle of the hexagon that a pixel lies in.
//
//   at      user plane, pixels
//   center  the middle of a cell
//   width   of a cell, 1 or more
//   returns where the pixel comes from
//
// Twin: ImageFilters/Stylize/HexagonalPixellate.swift
vec2 hexagonalPixellate(const vec2 at, const vec2 center, const float width) {
    return at - hexagon(at - center, vec2(width, root3 * width));
}
