#include "Shared/Alpha.glsl"
#include "Shared/Nearest.glsl"

// The colour of a palette, input 1, that is nearest to a straight colour; its index as alpha.
vec4 nearestOf(const vec3 straight, const int count) {
    vec3 best = read1(vec2(0.5, 0.5)).rgb;
    float least = colorDistance(straight, best);
    float index = 0.0;
    for (int i = 1; i < count; ++i) {
        vec3 other = read1(vec2(float(i) + 0.5, 0.5)).rgb;
        float far = colorDistance(straight, other);
        bool wins = far < least * NEARLY;
        index = wins ? float(i) : index;
        best = wins ? other : best;
        least = wins ? far : least;
    }
    return vec4(best, index);
}

// The index of the nearest colour of a palette.
//
//   at     the pixel's centre
//   count  colours of the palette, which is a row from x = 0 on
//   returns the index as red
//
// Twin: ImageFilters/ColorEffect/Palette.swift
vec4 nearestIndex(const vec2 at, const int count) {
    return vec4(nearestOf(unpremultiply(read0(at)).rgb, count).a, 0.0, 0.0, 1.0);
}

// The nearest colour of a palette, with the alpha of input 0.
vec4 nearestColor(const vec2 at, const int count) {
    vec4 color = read0(at);
    return vec4(nearestOf(unpremultiply(color).rgb, count).rgb * color.a, color.a);
}
