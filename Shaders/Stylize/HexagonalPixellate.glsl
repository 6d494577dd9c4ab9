#include "Shared/Folding.glsl"

// The centre of the hexagon that contains a pixel.
//
//   at      user plane, pixels
//   center  the centre of a cell
//   width   of a cell, 1 or more
//   returns the source position
//
// Twin: ImageFilters/Stylize/HexagonalPixellate.swift
vec2 hexagonalPixellate(const vec2 at, const vec2 center, const float width) {
    return at - hexagon(at - center, vec2(width, root3 * width));
}
