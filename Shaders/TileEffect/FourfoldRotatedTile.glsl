#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A square rotated by quarter turns around its corners.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   of a cell, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/FourfoldRotatedTile.swift
vec2 fourfoldRotatedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 p = tileLocal(at, center, axes, width);
    vec2 block = p - floor(p * 0.5 + 0.5) * 2.0;
    vec2 upper = mix(block, -block, bvec2(block.y < 0.0));
    vec2 cell = mix(upper, vec2(upper.y, -upper.x), bvec2(upper.x < 0.0));
    return tilePosition(cell, center, axes, width);
}
