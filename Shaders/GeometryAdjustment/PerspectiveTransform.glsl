// A position mapped by a homography.
//
//   at       user plane, pixels
//   x, y, w  rows of the homography to the plane of the image
//   returns the source position
//
// Twin: ImageFilters/GeometryAdjustment/PerspectiveTransform.swift
vec2 perspective(const vec2 at, const vec3 x, const vec3 y, const vec3 w) {
    vec3 p = vec3(at, 1.0);
    float depth = dot(w, p);
    return vec2(dot(x, p), dot(y, p)) / depth;
}
