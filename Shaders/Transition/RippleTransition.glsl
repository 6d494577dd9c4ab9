#include "Shared/Direction.glsl"

// A wave that leaves the target.
//
//   at      the pixel's centre
//   center  of the wave
//   wave    where the front is, 1 / width, scale
//
// Twin: ImageFilters/Transition/RippleTransition.swift

// From 0 at the wave's front to 1 at its end.
float ripplePlace(const vec2 at, const vec2 center, const vec3 wave) {
    return clamp((wave.x - length(at - center)) * wave.y, 0.0, 1.0);
}

float rippleSlope(const float u) {
    float rise = sine(3.14159265 * u);
    return sine(6.2831853 * u) * rise * rise;
}

vec2 rippleDirection(const vec2 at, const vec2 center) {
    vec2 way = at - center;
    return way * (1.0 / max(length(way), 1e-3));
}

//   returns where the pixel of an image comes from
vec2 rippleWobble(const vec2 at, const vec2 center, const vec3 wave) {
    float slope = rippleSlope(ripplePlace(at, center, wave));
    return at + rippleDirection(at, center) * (slope * wave.z);
}

//   shading  middle and half size of the shading image
//   returns where the light comes from in it
vec2 rippleGlint(const vec2 at, const vec2 center, const vec3 wave, const vec4 shading) {
    vec2 way = rippleDirection(at, center) * rippleSlope(ripplePlace(at, center, wave));
    return way * shading.zw + shading.xy;
}

//   source, target, shading  as the wave shows them; premultiplied, linear working space
//   returns premultiplied
vec4 rippleTransition(
    const vec4 source, const vec4 target, const vec4 shading, const vec2 at, const vec2 center, const vec3 wave) {
    float u = ripplePlace(at, center, wave);
    vec4 under = source + (target - source) * (u * u * (3.0 - 2.0 * u));
    vec4 light = shading * abs(rippleSlope(u));
    return light + under * (1.0 - light.a);
}
