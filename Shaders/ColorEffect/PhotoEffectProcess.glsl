#include "Shared/Alpha.glsl"

// One blue of the table: the four colours about a place, mixed.
vec4 tablePlane(const vec3 cell, const vec3 t, const float blue, const float size) {
    vec2 corner = vec2(blue * size + cell.x + 0.5, cell.y + 0.5);
    vec4 a = read1(corner);
    vec4 b = read1(corner + vec2(1.0, 0.0));
    vec4 c = read1(corner + vec2(0.0, 1.0));
    vec4 d = read1(corner + vec2(1.0, 1.0));
    vec4 low = a + (b - a) * t.x;
    vec4 high = c + (d - c) * t.x;
    return low + (high - low) * t.y;
}

// The colour of a table, input 1, at the colour of input 0; trilinear.
//
//   at    the pixel's centre; input 0 holds straight, sRGB-coded colour
//   size  colours along a side; the table has x = blue size + red, y = green
//   returns square roots of linear light, straight, with input 0's alpha
//
// Twin: ImageFilters/ColorEffect/PhotoEffectProcess.swift
vec4 photoEffectProcessLookup(const vec2 at, const float size) {
    vec4 color = read0(at);
    vec3 place = min(max(color.rgb, vec3(0.0)), vec3(1.0)) * (size - 1.0);
    vec3 cell = min(floor(place), vec3(size - 2.0));
    vec3 t = place - cell;
    vec4 near = tablePlane(cell, t, cell.z, size);
    vec4 far = tablePlane(cell, t, cell.z + 1.0, size);
    return vec4((near + (far - near) * t.z).rgb, color.a);
}

// From square roots to linear light, with what the table could not hold.
//
//   toned        from the table
//   straight     the image, straight, linear, any range
//   extrapolate  0 limits to 0...1, 1 adds what lay outside of it
//   returns premultiplied, the image's alpha
vec4 photoEffectProcessFinish(const vec4 toned, const vec4 straight, const float extrapolate) {
    vec3 positive = max(toned.rgb, vec3(0.0));
    vec3 squared = positive * positive;
    vec3 rest = max(squared, vec3(1.0)) - vec3(1.0) + straight.rgb
        - min(max(straight.rgb, vec3(0.0)), vec3(1.0));
    return premultiply(vec4(min(squared, vec3(1.0)) + rest * extrapolate, straight.a));
}
