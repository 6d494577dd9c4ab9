#include "Shared/Power.glsl"

// The illumination by a spot light.
//
//   color       premultiplied, linear working space, any range
//   at          the pixel's centre
//   position    of the light; the image is at z = 0
//   direction   of the light, length 1
//   exponent    of the cosine
//   brightness  in its direction
//   light       its colour, linear
//   returns the same alpha
//
// Twin: ImageFilters/Stylize/SpotLight.swift
vec4 spotLight(const vec4 color, const vec2 at, const vec3 position, const vec3 direction, const float exponent,
               const float brightness, const vec3 light) {
    vec3 way = vec3(at.x - position.x, at.y - position.y, -position.z);
    float length = max(sqrt(way.x * way.x + way.y * way.y + way.z * way.z), 1e-6);
    float cosine = (way.x * direction.x + way.y * direction.y + way.z * direction.z) / length;
    return vec4(color.rgb * light * (power(cosine, exponent) * brightness), color.a);
}
