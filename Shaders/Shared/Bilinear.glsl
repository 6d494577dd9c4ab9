// Input 0 between pixel centres: the mean of four pixels, weighted by distance.
// Twin: ImageFilters/DistortionEffect/Bilinear.swift
vec4 bilinear0(const vec2 at) {
    vec2 corner = floor(at - 0.5) + 0.5;
    vec2 t = at - corner;
    vec4 low = mix(read0(corner), read0(corner + vec2(1.0, 0.0)), t.x);
    vec4 high = mix(read0(corner + vec2(0.0, 1.0)), read0(corner + vec2(1.0, 1.0)), t.x);
    return mix(low, high, t.y);
}
