// The luma of input 0 looked up along a strip, input 1.
//
//   at     the pixel's centre
//   start  left edge of the strip
//   width  of the strip, pixels
//   row    the height at which it is read, a pixel's centre
//   luma   weights of red, green and blue, sum 1
//   returns premultiplied, the alpha of input 0
//
// Twin: ImageFilters/ColorEffect/ColorMap.swift
vec4 colorMapLookup(const vec2 at, const float start, const float width, const float row, const vec3 luma) {
    vec4 color = read0(at);
    float inverseAlpha = color.a > 0.0 ? 1.0 / color.a : 0.0;
    float position = (color.r * luma.r + color.g * luma.g + color.b * luma.b) * inverseAlpha * width - 0.5;
    // NaN is at the first pixel.
    float low = position > 0.0 ? position : 0.0;
    float inside = low < width - 1.0 ? low : width - 1.0;
    float cell = floor(inside);
    vec4 first = read1(vec2(start + cell + 0.5, row));
    vec4 second = read1(vec2(start + min(cell + 1.0, width - 1.0) + 0.5, row));
    return vec4((first + (second - first) * (inside - cell)).rgb * color.a, color.a);
}
