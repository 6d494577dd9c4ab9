#include "Shared/TileFrame.glsl"
#include "Shared/Folding.glsl"
#include "Shared/Power.glsl"

// Light that remains after reflections.
//
//   color   premultiplied, linear working space, any range
//   at      user plane, pixels
//   center  of the triangle
//   axes    cosine and sine of its angle
//   size    of a side, 1 or more
//   decay   fraction of the light that a mirror reflects, 0...1
//   returns colour times decay for each mirror, the same alpha
//
// Twin: ImageFilters/TileEffect/TriangleKaleidoscope.swift
vec4 triangleKaleidoscopeFade(const vec4 color, const vec2 at, const vec2 center, const vec2 axes, const float size,
                              const float decay) {
    vec2 p = tileLocal(at, center, axes, size);
    float up = p.y * (2.0 / root3) + 1.0 / 3.0;
    float right = p.x - p.y / root3 + 1.0 / 3.0;
    float left = -p.x - p.y / root3 + 1.0 / 3.0;
    float mirrors = abs(floor(up)) + abs(floor(right)) + abs(floor(left));
    float fade = mix(power(decay, mirrors), 1.0, mirrors < 0.5);
    return vec4(color.rgb * fade, color.a);
}
