#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A triangle mirrored to eight around each corner of a square grid.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   the period of the pattern, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/EightfoldReflectedTile.swift
vec2 eightfoldReflectedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 p = mirrored(tileLocal(at, center, axes, width) * 2.0) * 0.5;
    return tilePosition(vec2(max(p.x, p.y), min(p.x, p.y)), center, axes, width);
}
