// Three numbers in 0..<1 from the integer coordinates of a cell. Twin: Scattered.numbers
vec3 scattered(const vec2 cell) {
    uvec2 position = uvec2(ivec2(clamp(cell, -1073741824.0, 1073741824.0)));
    uvec3 v = uvec3(position, position.x ^ position.y) * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return vec3(v >> 8u) * (1.0 / 16777216.0);
}
