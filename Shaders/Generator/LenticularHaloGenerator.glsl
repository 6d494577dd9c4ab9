#include "Shared/Direction.glsl"
#include "Shared/Striations.glsl"

// A lens flare ring.
//
//   at       user plane, pixels
//   color    premultiplied, linear working space
//   center   of the ring
//   form     radius, 1 / width, the offset of red and blue as a fraction of the width
//   numbers  strength, contrast and time of the rays
//   returns premultiplied
//
// Twin: ImageFilters/Generator/LenticularHaloGenerator.swift
vec4 lenticularHalo(const vec2 at, const vec4 color, const vec2 center, const vec3 form, const vec3 numbers) {
    vec2 way = at - center;
    float u = (sqrt(dot(way, way)) - form.x) * form.y;
    vec3 turn = clamp(vec3(u + form.z, u, u - form.z), 0.0, 1.0) * 6.2831853;
    vec3 ring = 0.5 - 0.5 * vec3(direction(turn.r).x, direction(turn.g).x, direction(turn.b).x);
    vec3 lit = ring * striations(way, numbers);
    return vec4(lit * color.rgb, max(max(lit.r, lit.g), lit.b) * color.a);
}
