// Where a value lies among the pixels of the curves; NaN as the first.
float curvePlace(const float value, const float start, const float scale, const float last) {
    float place = (value - start) * scale;
    float low = place > 0.0 ? place : 0.0;
    return low < last ? low : last;
}

float curveCell(const float place, const float last) {
    float whole = floor(place);
    return whole > last - 1.0 ? last - 1.0 : whole;
}

// Each component of input 0 through its own component of input 1.
//
//   at     the pixel's centre
//   start  the value at which the curves begin
//   scale  pixels of input 1 for a value of 1
//   last   number of the last pixel of input 1, the first is 0
//   returns premultiplied, the alpha of input 0
//
// Twin: ImageFilters/ColorEffect/ColorCurves.swift
vec4 curvesLookup(const vec2 at, const float start, const float scale, const float last) {
    vec4 color = read0(at);
    float share = color.a > 0.0 ? 1.0 / color.a : 0.0;
    float r = curvePlace(color.r * share, start, scale, last);
    float g = curvePlace(color.g * share, start, scale, last);
    float b = curvePlace(color.b * share, start, scale, last);
    float i = curveCell(r, last);
    float j = curveCell(g, last);
    float k = curveCell(b, last);
    vec3 low = vec3(read1(vec2(i + 0.5, 0.5)).r, read1(vec2(j + 0.5, 0.5)).g, read1(vec2(k + 0.5, 0.5)).b);
    vec3 high = vec3(read1(vec2(i + 1.5, 0.5)).r, read1(vec2(j + 1.5, 0.5)).g, read1(vec2(k + 1.5, 0.5)).b);
    vec3 t = vec3(r - i, g - j, b - k);
    return vec4((low + (high - low) * t) * color.a, color.a);
}
