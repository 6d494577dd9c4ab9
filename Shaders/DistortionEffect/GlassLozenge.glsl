#include "Shared/Lens.glsl"

// A glass rod with round ends on the image.
//
//   at          user plane, pixels
//   first       start of the axis
//   second      end of the axis
//   radius      > 0
//   refraction  of the glass; 1 has no effect
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/GlassLozenge.swift
vec2 glassLozenge(const vec2 at, const vec2 first, const vec2 second, const float radius, const float refraction) {
    vec2 way = at - first;
    vec2 axis = second - first;
    float along = clamp(dot(way, axis) / max(dot(axis, axis), 1e-6), 0.0, 1.0);
    vec2 off = way - along * axis;
    float far = length(off);
    float shift = lensShift(far / radius, refraction) * radius;
    return at - off * (shift / max(far, 1e-6));
}
