// Repeats the part between two break points.
//
//   at       user plane, pixels
//   low      the lower left break point
//   size     from there to the upper right one
//   grown    its size in the result
//   fromTop  1: tiles are counted from the top
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/NinePartTiled.swift
vec2 ninePartTiled(const vec2 at, const vec2 low, const vec2 size, const vec2 grown, const float fromTop) {
    vec2 way = at - low;
    vec2 offset = way - vec2(0.0, fromTop) * (grown - size);
    vec2 period = max(size, 1e-6);
    vec2 tiled = offset - floor(offset / period) * period;
    vec2 inner = mix(way, tiled, greaterThanEqual(way, vec2(0.0)));
    return mix(inner, way - (grown - size), greaterThanEqual(way, grown)) + low;
}
