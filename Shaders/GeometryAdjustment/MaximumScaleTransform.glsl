// The largest of each component of the pixels that a pixel of the result covers, along an axis.
//
//   at    the pixel's centre in the result
//   axis  (1, 0) or (0, 1)
//   step  distance in the input for one pixel of the result
//   returns premultiplied
//
// Twin: ImageFilters/GeometryAdjustment/MaximumScaleTransform.swift
vec4 maximumScaleTransformPass(const vec2 at, const vec2 axis, const float step) {
    float along = dot(at, axis);
    float first = floor((along - 0.5) * step + 1e-3) + 0.5;
    float end = (along + 0.5) * step - 1e-3;
    vec4 result = read0(at + axis * (first - along));
    for (float index = 1.0; index <= step + 1.0; index += 1.0) {
        vec4 next = read0(at + axis * (first + index - along));
        result = first + index - 0.5 < end ? max(result, next) : result;
    }
    return result;
}
