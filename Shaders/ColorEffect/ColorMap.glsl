// Where a value lies among the strip's pixels; NaN at the first.
float mapPlace(const float value, const float width) {
    float place = value * width - 0.5;
    float low = place > 0.0 ? place : 0.0;
    return low < width - 1.0 ? low : width - 1.0;
}

// Each component of input 0 looked up along a strip, input 1.
//
//   at     the pixel's centre
//   start  left edge of the strip
//   width  of the strip, pixels
//   row    the height at which it is read, a pixel's centre
//   returns premultiplied, the alpha of input 0
//
// Twin: ImageFilters/ColorEffect/ColorMap.swift
vec4 colorMapLookup(const vec2 at, const float start, const float width, const float row) {
    vec4 color = read0(at);
    float share = color.a > 0.0 ? 1.0 / color.a : 0.0;
    float r = mapPlace(color.r * share, width);
    float g = mapPlace(color.g * share, width);
    float b = mapPlace(color.b * share, width);
    vec3 cell = vec3(floor(r), floor(g), floor(b));
    vec3 next = min(cell + 1.0, vec3(width - 1.0)) + (start + 0.5);
    vec3 here = cell + (start + 0.5);
    vec3 low = vec3(read1(vec2(here.x, row)).r, read1(vec2(here.y, row)).g, read1(vec2(here.z, row)).b);
    vec3 high = vec3(read1(vec2(next.x, row)).r, read1(vec2(next.y, row)).g, read1(vec2(next.z, row)).b);
    vec3 t = vec3(r, g, b) - cell;
    return vec4((low + (high - low) * t) * color.a, color.a);
}
