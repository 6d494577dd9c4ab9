#include "Shared/Folding.glsl"

// Squares of the image, each scaled and turned about its middle.
//
//   at      user plane, pixels
//   center  the middle of one square
//   turn    scale times cosine and sine of the angle
//   width   of a square, 1 or more
//   returns where the pixel comes from
//
// Twin: ImageFilters/TileEffect/OpTile.swift
vec2 opTile(const vec2 at, const vec2 center, const vec2 turn, const float width) {
    vec2 way = at - center;
    vec2 rest = fromNearest(way, vec2(width));
    vec2 shown = vec2(rest.x * turn.x + rest.y * turn.y, rest.y * turn.x - rest.x * turn.y);
    return way - rest + shown + center;
}
