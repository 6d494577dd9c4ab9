// The distance of a position from a line.
//
//   at      user plane, pixels
//   start   of the line
//   way     its unit direction
//   length  of the line
//   scale   1 over the distance at which the result is 1
//   returns grey, opaque
//
// Twin: ImageFilters/Stylize/DepthOfField.swift
vec4 distanceFromLine(const vec2 at, const vec2 start, const vec2 way, const float length, const float scale) {
    vec2 from = at - start;
    float along = clamp(dot(from, way), 0.0, length);
    vec2 offset = from - along * way;
    float t = clamp(sqrt(dot(offset, offset)) * scale, 0.0, 1.0);
    return vec4(vec3(t * t * (3.0 - 2.0 * t)), 1.0);
}
