#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A triangle mirrored to six around each corner.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   the period of the pattern, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/SixfoldReflectedTile.swift
vec2 sixfoldReflectedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 local = tileLocal(at, center, axes, width);
    vec2 p = hexagon(vec2(local.x - inverseRoot3, local.y), vec2(root3, 1.0));
    vec2 first = reflected(vec2(p.x, abs(p.y)), lineAt60);
    return tilePosition(vec2(first.x + inverseRoot3, abs(first.y)), center, axes, width);
}
