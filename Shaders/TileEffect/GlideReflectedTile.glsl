#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// Columns of squares, each mirrored vertically relative to the previous one.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   of a cell, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/GlideReflectedTile.swift
vec2 glideReflectedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 p = tileLocal(at, center, axes, width);
    float column = floor(p.x);
    float y = mix(p.y, -p.y, column - floor(column * 0.5) * 2.0 >= 1.0);
    return tilePosition(vec2(p.x - column, y - floor(y)), center, axes, width);
}
