#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A triangle about the centre, mirrored at its sides.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   of a cell, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/TriangleTile.swift
vec2 triangleTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 corner = vec2(0.5, root3 / 6.0);
    vec2 p = hexagon(tileLocal(at, center, axes, width) + corner, vec2(3.0, root3));
    vec2 first = reflected(vec2(p.x, abs(p.y)), lineAt60);
    return tilePosition(vec2(first.x, abs(first.y)) - corner, center, axes, width);
}
