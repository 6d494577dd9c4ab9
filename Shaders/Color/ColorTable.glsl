// Straight rgb of input 0 looked up in the lattice of input 1, interpolated in the tetrahedron that contains the
// colour; alpha unchanged. Values are clamped to 0...1, NaN becomes 0.
//
//   at    the pixel's centre
//   side  points along the lattice
//   row   the lowest row of input 1 that is used; red varies along a row, then blue, green upwards
//
// Source: J. Kasson, W. Plouffe, S. Nin, "A tetrahedral interpolation technique for color space conversion" (1993).
// Twin: ImageGraph/Formulas/ColorTableFormula.swift
float unitComponent(const float value) {
    float low = value > 0.0 ? value : 0.0;
    return low < 1.0 ? low : 1.0;
}

vec4 colorTable(const vec2 at, const float side, const float row) {
    vec4 color = read0(at);
    vec3 scaled = vec3(unitComponent(color.r), unitComponent(color.g), unitComponent(color.b)) * (side - 1.0);
    vec3 whole = floor(scaled);
    float last = side - 2.0;
    vec3 low = vec3(whole.x > last ? last : whole.x, whole.y > last ? last : whole.y, whole.z > last ? last : whole.z);
    vec3 part = scaled - low;

    // 1 for the axis of the largest fraction, and for the axis of the smallest one.
    float mostX = part.x >= part.y && part.x >= part.z ? 1.0 : 0.0;
    float mostY = part.y >= part.z ? 1.0 - mostX : 0.0;
    vec3 greatest = vec3(mostX, mostY, 1.0 - mostX - mostY);
    float leastZ = part.z <= part.x && part.z <= part.y ? 1.0 : 0.0;
    float leastY = part.y <= part.x ? 1.0 - leastZ : 0.0;
    vec3 least = vec3(1.0 - leastZ - leastY, leastY, leastZ);

    float most = dot(part, greatest);
    float few = dot(part, least);
    float mean = part.x + part.y + part.z - most - few;
    vec3 second = low + greatest;
    vec3 third = low + 1.0 - least;
    vec3 high = low + 1.0;
    vec4 a = read1(vec2(low.z * side + low.x + 0.5, row + low.y + 0.5));
    vec4 b = read1(vec2(second.z * side + second.x + 0.5, row + second.y + 0.5));
    vec4 c = read1(vec2(third.z * side + third.x + 0.5, row + third.y + 0.5));
    vec4 d = read1(vec2(high.z * side + high.x + 0.5, row + high.y + 0.5));
    vec3 sum = a.rgb * (1.0 - most) + b.rgb * (most - mean) + c.rgb * (mean - few) + d.rgb * few;
    return vec4(sum, color.a);
}
