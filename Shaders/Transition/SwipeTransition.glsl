// A band of colour between the target and the source.
//
//   source, target  premultiplied, linear working space
//   at              user plane, pixels
//   way             the direction that the band moves in
//   band            its start, 1 over its width, opacity
//   tint            premultiplied
//   returns premultiplied
//
// Twin: ImageFilters/Transition/SwipeTransition.swift
vec4 swipeTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 way, const vec3 band, const vec4
                     tint) {
    float u = clamp((dot(at, way) - band.x) * band.y, 0.0, 1.0);
    vec4 under = target + (source - target) * u;
    return under + (tint - under) * ((1.0 - abs(2.0 * u - 1.0)) * band.z);
}
