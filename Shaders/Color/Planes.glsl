// One pixel of three planes' components, and the first one's alpha.
//
//   first, second, third  components as stored, 0...1
//   a, b, c               which of them are the result's
//
// Twin: ImageGraph/Formulas/PlaneFormulas.swift
vec4 joinPlanes(const vec4 first, const vec4 second, const vec4 third, const vec4 a, const vec4 b, const vec4 c) {
    return vec4(vec3(dot(first, a), dot(second, b), dot(third, c)) * first.a, first.a);
}

// The mean of two pixels.
vec4 meanOfPixels(const vec4 a, const vec4 b) { return (a + b) * 0.5; }

// rgb limited to 0...1 and rounded to steps of 1 / greatest, halves up; alpha untouched, NaN as 0.
//
//   unit  what a step counts in the result
vec4 roundToCodes(const vec4 color, const float greatest, const float unit) {
    vec3 low = vec3(color.r > 0.0 ? color.r : 0.0, color.g > 0.0 ? color.g : 0.0, color.b > 0.0 ? color.b : 0.0);
    vec3 inside = vec3(low.r < 1.0 ? low.r : 1.0, low.g < 1.0 ? low.g : 1.0, low.b < 1.0 ? low.b : 1.0);
    return vec4(floor(inside * greatest + 0.5) * unit, color.a);
}

// Two pixels of 4:2:2 as four numbers.
//
//   luma, next  of the two pixels, in red
//   chroma      Cb in red, Cr in green
//   lumaFirst   1: Y0 Cb Y1 Cr; else Cb Y0 Cr Y1
vec4 packPair(const vec4 luma, const vec4 next, const vec4 chroma, const int lumaFirst) {
    return lumaFirst == 1 ? vec4(luma.r, chroma.r, next.r, chroma.g) : vec4(chroma.r, luma.r, chroma.g, next.r);
}
