#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

float enhanced(const float c, const float b, const float amount, const float exponent, const vec2 white) {
    float flatted = clamp(c / (max(b, white.y) * white.x), 0.0, 1.0);
    return c + (power(flatted, exponent) - c) * amount;
}

// Colours divided by the illumination of the page, darker where they are ink.
//
//   image     premultiplied, linear working space, any range
//   paper     its surroundings, premultiplied
//   amount    0 the colour, 1 the enhanced one
//   exponent  of the quotient, which darkens ink
//   white     the fraction of the paper's brightness that becomes white; the least brightness of paper
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorEffect/DocumentEnhancer.swift
vec4 documentEnhancer(const vec4 image, const vec4 paper, const float amount, const float exponent, const vec2 white) {
    vec3 straight = unpremultiply(image).rgb;
    vec3 around = unpremultiply(paper).rgb;
    vec3 rgb = vec3(enhanced(straight.r, around.r, amount, exponent, white),
                    enhanced(straight.g, around.g, amount, exponent, white),
                    enhanced(straight.b, around.b, amount, exponent, white));
    return vec4(rgb * image.a, image.a);
}
