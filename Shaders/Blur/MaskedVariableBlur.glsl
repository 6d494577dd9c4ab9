// Interpolates between two levels of blur by the green of a mask.
//
//   lower, upper  premultiplied, linear working space, any range
//   mask          premultiplied; only green is used
//   scale         radius over the sigma of the lower level
//
// Twin: ImageFilters/Blur/MaskedVariableBlur.swift
vec4 maskedVariableBlurStep(const vec4 lower, const vec4 upper, const vec4 mask, const float scale) {
    float t = min(log2(max(mask.g * scale, 1.0)), 1.0);
    return lower + (upper - lower) * t;
}
