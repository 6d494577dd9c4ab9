#include "Shared/Striations.glsl"

// Light over the source, fading to the target.
//
//   source, target  premultiplied, linear working space
//   at              user plane, pixels
//   center          of the light
//   form            radius squared, 1 / reach of the rays, the fade to the target
//   numbers         strength, contrast and time of the rays
//   tint            of the light, premultiplied
//   returns premultiplied
//
// Twin: ImageFilters/Transition/FlashTransition.swift
vec4 flashTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 center, const vec3 form,
                     const vec3 numbers, const vec4 tint) {
    vec2 way = at - center;
    float square = dot(way, way);
    float fade = max(1.0 - sqrt(square) * form.y, 0.0);
    vec4 light = min(tint * (fade * form.x / max(square, 0.25)) + striations(way, numbers) * fade, 1.0);
    vec4 lit = light + source * (1.0 - light.a);
    return lit + (target - lit) * form.z;
}
