#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A triangle mirrored to twelve around its sharpest corner.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   the period of the pattern, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/TwelvefoldReflectedTile.swift
vec2 twelvefoldReflectedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 p = abs(hexagon(tileLocal(at, center, axes, width), vec2(root3, 1.0)));
    vec2 first = reflected(p, lineAt30);
    return tilePosition(vec2(first.x, abs(first.y)), center, axes, width);
}
