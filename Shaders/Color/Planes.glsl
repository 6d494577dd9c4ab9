// Twin: ImageGraph/Formulas/PlaneFormulas.swift

// rgb limited to 0...1 and rounded to steps of 1 / greatest, halves up; alpha unchanged, NaN becomes 0.
//
//   unit  the value of a step in the result
vec4 roundToCodes(const vec4 color, const float greatest, const float unit) {
    vec3 low = vec3(color.r > 0.0 ? color.r : 0.0, color.g > 0.0 ? color.g : 0.0, color.b > 0.0 ? color.b : 0.0);
    vec3 inside = vec3(low.r < 1.0 ? low.r : 1.0, low.g < 1.0 ? low.g : 1.0, low.b < 1.0 ? low.b : 1.0);
    return vec4(floor(inside * greatest + 0.5) * unit, color.a);
}

// Two pixels of 4:2:2 as four samples.
//
//   luma, next  of the two pixels, in red
//   chroma      Cb in red, Cr in green
//   lumaFirst   1: Y0 Cb Y1 Cr; else Cb Y0 Cr Y1
vec4 packPair(const vec4 luma, const vec4 next, const vec4 chroma, const int lumaFirst) {
    return lumaFirst == 1 ? vec4(luma.r, chroma.r, next.r, chroma.g) : vec4(chroma.r, luma.r, chroma.g, next.r);
}

// Chroma downsampling along one axis: from the two pixels of a sample and those to both sides.
//
//   at       the sample's centre
//   axis     (1, 0) or (0, 1)
//   moved    sample i is for the pixels 2 i + moved and 2 i + moved + 1
//   weights  of the pixel before the two, of the two, and of the one after
vec4 chromaReduce(const vec2 at, const vec2 axis, const float moved, const vec4 weights) {
    float position = dot(at, axis);
    vec2 first = at + axis * (2.0 * floor(position) + 0.5 + moved - position);
    vec4 inner = read0(first) * weights.y + read0(first + axis) * weights.z;
    return inner + read0(first - axis) * weights.x + read0(first + 2.0 * axis) * weights.w;
}
