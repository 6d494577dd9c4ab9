#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"

// A triangle rotated by sixths of a turn around its corner.
//
//   at      user plane, pixels
//   center  of the pattern
//   axes    cosine and sine of its angle
//   width   the period of the pattern, 1 or more
//   returns the source position
//
// Twin: ImageFilters/TileEffect/SixfoldRotatedTile.swift
vec2 sixfoldRotatedTile(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 p = hexagon(tileLocal(at, center, axes, width), vec2(root3, 1.0));
    vec2 upper = mix(p, -p, bvec2(p.y < 0.0));
    return tilePosition(rotated(rotated(upper, lineAt60), lineAt60), center, axes, width);
}
