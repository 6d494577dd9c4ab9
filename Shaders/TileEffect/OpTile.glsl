#include "Shared/Folding.glsl"

// Squares of the image, each scaled and rotated about its centre.
//
//   at      user plane, pixels
//   center  the centre of one square
//   turn    scale times cosine and sine of the angle
//   width   of a square, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/OpTile.swift
vec2 opTile(const vec2 at, const vec2 center, const vec2 turn, const float width) {
    vec2 way = at - center;
    vec2 offset = fromNearest(way, vec2(width));
    vec2 rotated = vec2(offset.x * turn.x + offset.y * turn.y, offset.y * turn.x - offset.x * turn.y);
    return way - offset + rotated + center;
}
