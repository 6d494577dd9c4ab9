#include "Shared/Striations.glsl"

// The sun and its rays.
//
//   at       user plane, pixels
//   color    premultiplied, linear working space
//   center   of the sun
//   form     radius squared, 1 / reach
//   numbers  strength, contrast and time of the rays
//   returns premultiplied
//
// Twin: ImageFilters/Generator/SunbeamsGenerator.swift
vec4 sunbeams(const vec2 at, const vec4 color, const vec2 center, const vec2 form, const vec3 numbers) {
    vec2 way = at - center;
    float square = dot(way, way);
    float fade = max(1.0 - sqrt(square) * form.y, 0.0);
    return color * (fade * form.x / max(square, 0.25)) + striations(way, numbers) * fade;
}
