#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A parallelogram mirrored to four around each of its corners.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   of a side of a cell, 1 or more
//   slant   cosine and sine of the angle between the sides
//   returns the source position
//
// Twin: ImageFilters/TileEffect/FourfoldReflectedTile.swift
vec2 fourfoldReflectedTile(const vec2 at, const vec2 center, const vec2 axes, const float width,
                           const vec2 slant) {
    vec2 position = tileLocal(at, center, axes, width);
    float second = position.y / slant.y;
    vec2 p = vec2(position.x - second * slant.x, second);
    vec2 cell = mirrored(p);
    return tilePosition(vec2(cell.x + cell.y * slant.x, cell.y * slant.y), center, axes, width);
}
