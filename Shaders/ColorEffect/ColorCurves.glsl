// The position of a value among the pixels of the curves; NaN is at the first.
float curvePosition(const float value, const float start, const float scale, const float last) {
    float position = (value - start) * scale;
    float low = position > 0.0 ? position : 0.0;
    return low < last ? low : last;
}

float curveCell(const float position, const float last) {
    float whole = floor(position);
    return whole > last - 1.0 ? last - 1.0 : whole;
}

// Looks up each component of input 0 in the same component of input 1.
//
//   at     the pixel's centre
//   start  the value at which the curves start
//   scale  pixels of input 1 for a value of 1
//   last   index of the last pixel of input 1, the first is 0
//   returns premultiplied, the alpha of input 0
//
// Twin: ImageFilters/ColorEffect/ColorCurves.swift
vec4 curvesLookup(const vec2 at, const float start, const float scale, const float last) {
    vec4 color = read0(at);
    float inverseAlpha = color.a > 0.0 ? 1.0 / color.a : 0.0;
    float r = curvePosition(color.r * inverseAlpha, start, scale, last);
    float g = curvePosition(color.g * inverseAlpha, start, scale, last);
    float b = curvePosition(color.b * inverseAlpha, start, scale, last);
    float i = curveCell(r, last);
    float j = curveCell(g, last);
    float k = curveCell(b, last);
    vec3 low = vec3(read1(vec2(i + 0.5, 0.5)).r, read1(vec2(j + 0.5, 0.5)).g, read1(vec2(k + 0.5, 0.5)).b);
    vec3 high = vec3(read1(vec2(i + 1.5, 0.5)).r, read1(vec2(j + 1.5, 0.5)).g, read1(vec2(k + 1.5, 0.5)).b);
    vec3 t = vec3(r - i, g - j, b - k);
    return vec4((low + (high - low) * t) * color.a, color.a);
}
