// Interpolates the four colours about a position in the plane of one blue.
vec4 cubePlane(const vec3 cell, const vec3 t, const float blue, const float size) {
    vec2 corner = vec2(cell.y * size + cell.x + 0.5, blue + 0.5);
    vec4 a = read1(corner);
    vec4 b = read1(corner + vec2(1.0, 0.0));
    vec4 c = read1(corner + vec2(size, 0.0));
    vec4 d = read1(corner + vec2(size + 1.0, 0.0));
    vec4 low = a + (b - a) * t.x;
    vec4 high = c + (d - c) * t.x;
    return low + (high - low) * t.y;
}

// A component of the position, clamped to the table; NaN becomes 0.
float cubeInside(const float position, const float last) {
    float low = position > 0.0 ? position : 0.0;
    return low < last ? low : last;
}

// The colour of a table, input 1, at the colour of input 0; trilinear.
//
//   at           the pixel's centre
//   size         points along a side; the table has x = green size + red, y = blue
//   extrapolate  0: the table's border repeats, 1: its outermost cells are extrapolated
//   returns premultiplied: the table's colour times the alpha of input 0
//
// Twin: ImageFilters/ColorEffect/CubeTable.swift
vec4 cubeLookup(const vec2 at, const float size, const float extrapolate) {
    vec4 color = read0(at);
    float scale = 1.0 / (color.a > 0.0 ? color.a : 1.0);
    float last = size - 1.0;
    vec3 position = color.rgb * ((color.a > 0.0 ? scale : 0.0) * last);
    vec3 inside = vec3(cubeInside(position.r, last), cubeInside(position.g, last), cubeInside(position.b, last));
    vec3 whole = floor(inside);
    vec3 cell = vec3(whole.x > last - 1.0 ? last - 1.0 : whole.x, whole.y > last - 1.0 ? last - 1.0 : whole.y,
                     whole.z > last - 1.0 ? last - 1.0 : whole.z);
    vec3 t = (extrapolate > 0.0 ? position : inside) - cell;
    vec4 near = cubePlane(cell, t, cell.z, size);
    vec4 far = cubePlane(cell, t, cell.z + 1.0, size);
    return (near + (far - near) * t.z) * color.a;
}
