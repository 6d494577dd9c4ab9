// Repeats what lies between two break points.
//
//   at       user plane, pixels
//   low      the lower left break point
//   size     from there to the upper right one
//   grown    what becomes of it
//   fromTop  1: tiles are counted from the top
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/NinePartTiled.swift
vec2 ninePartTiled(const vec2 at, const vec2 low, const vec2 size, const vec2 grown, const float fromTop) {
    vec2 way = at - low;
    vec2 place = way - vec2(0.0, fromTop) * (grown - size);
    vec2 period = max(size, 1e-6);
    vec2 tiled = place - floor(place / period) * period;
    vec2 inner = mix(way, tiled, greaterThanEqual(way, vec2(0.0)));
    return mix(inner, way - (grown - size), greaterThanEqual(way, grown)) + low;
}
