// Noise from the integer coordinates of the pixel.
//
//   at  user plane, pixels
//   returns four numbers in 0..<1
//
// Twin: ImageFilters/Generator/RandomGenerator.swift
vec4 randomField(const vec2 at) {
    ivec2 whole = ivec2(floor(clamp(at, -1073741824.0, 1073741824.0)));
    uvec2 cell = uvec2(whole);
    uvec4 v = uvec4(cell, cell.x ^ cell.y, 0x9E3779B9u) * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v ^= v >> 16u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return vec4(v >> 8u) * (1.0 / 16777216.0);
}
