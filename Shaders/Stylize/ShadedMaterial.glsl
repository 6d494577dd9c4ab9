float heightOf(const vec2 at, const vec3 luma) {
    vec3 color = read0(at).rgb;
    return color.x * luma.x + color.y * luma.y + color.z * luma.z;
}

// The shading of a surface whose normals select positions in an image of a lit sphere.
//
//   at      the pixel's centre
//   scale   of the heights, which are the luma of input 0
//   luma    weights of red, green and blue
//   center  of the sphere in input 1
//   reach   from there to its rim
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/ShadedMaterial.swift
vec4 shadedMaterial(const vec2 at, const float scale, const vec3 luma, const vec2 center, const vec2 reach) {
    float across = heightOf(at + vec2(1.0, 0.0), luma) - heightOf(at - vec2(1.0, 0.0), luma);
    float up = heightOf(at + vec2(0.0, 1.0), luma) - heightOf(at - vec2(0.0, 1.0), luma);
    vec2 slope = vec2(across, up) * scale;
    vec2 normal = slope * (-1.0 / sqrt(slope.x * slope.x + slope.y * slope.y + 1.0));
    vec2 position = center + reach * normal - 0.5;
    vec2 cell = floor(position);
    vec2 t = position - cell;
    vec2 corner = cell + 0.5;
    vec4 a = read1(corner);
    vec4 b = read1(corner + vec2(1.0, 0.0));
    vec4 c = read1(corner + vec2(0.0, 1.0));
    vec4 d = read1(corner + vec2(1.0, 1.0));
    vec4 low = a + (b - a) * t.x;
    vec4 high = c + (d - c) * t.x;
    return (low + (high - low) * t.y) * read0(at).a;
}
