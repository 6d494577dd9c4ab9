#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

float enhanced(const float c, const float b, const float share, const float exponent, const vec2 white) {
    float flatted = clamp(c / (max(b, white.y) * white.x), 0.0, 1.0);
    return c + (power(flatted, exponent) - c) * share;
}

// Colours over the light on the page, darker where they are ink.
//
//   image     premultiplied, linear working space, any range
//   paper     its surroundings, premultiplied
//   share     0 the colour, 1 the enhanced one
//   exponent  of what is darker than paper
//   white     the share of the paper's light that becomes white; the least light that counts as paper
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorEffect/DocumentEnhancer.swift
vec4 documentEnhancer(const vec4 image, const vec4 paper, const float share, const float exponent, const vec2 white) {
    vec3 straight = unpremultiply(image).rgb;
    vec3 around = unpremultiply(paper).rgb;
    vec3 rgb = vec3(enhanced(straight.r, around.r, share, exponent, white),
                    enhanced(straight.g, around.g, share, exponent, white),
                    enhanced(straight.b, around.b, share, exponent, white));
    return vec4(rgb * image.a, image.a);
}
