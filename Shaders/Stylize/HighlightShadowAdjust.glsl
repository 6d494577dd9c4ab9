#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

// Tones by the largest component: shadows lighter, highlights with more contrast.
//
//   image         premultiplied, linear working space, any range
//   surroundings  the image, blurred; premultiplied
//   stops         by which black is raised
//   contrast      added in highlights
//   shape         where shadows end, how fast; how much their contrast grows with them
//   ramp          where highlights begin, and over which way
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/Stylize/HighlightShadowAdjust.swift
vec4 highlightShadow(const vec4 image, const vec4 surroundings, const float stops, const float contrast,
                     const vec3 shape, const vec2 ramp) {
    vec3 straight = unpremultiply(image).rgb;
    vec3 around = unpremultiply(surroundings).rgb;
    float p = power(max(max(around.r, around.g), around.b), 1.0 / 2.2);
    float r = exp2(power(1.0 - p * (1.0 / shape.x), shape.y) * stops);
    float k = (r - 1.0) * shape.z + 1.0 + clamp((p - ramp.x) * (1.0 / ramp.y), 0.0, 1.0) * contrast;
    float m = max(max(straight.r, straight.g), straight.b);
    return vec4(((straight - m) * k + m * r) * image.a, image.a);
}
