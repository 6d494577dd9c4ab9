// Stretches the part between two break points.
//
//   at     user plane, pixels
//   low    the lower left break point
//   size   from there to the upper right one
//   grown  its size in the result
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/NinePartStretched.swift
vec2 ninePartStretched(const vec2 at, const vec2 low, const vec2 size, const vec2 grown) {
    vec2 way = at - low;
    vec2 stretched = way * (size / max(grown, 1e-6));
    vec2 inner = mix(way, stretched, greaterThanEqual(way, vec2(0.0)));
    return mix(inner, way - (grown - size), greaterThanEqual(way, grown)) + low;
}
