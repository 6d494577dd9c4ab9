// Absolute difference of two images.
//
//   first, second  premultiplied, linear working space, any range
//   returns premultiplied; alpha is the product
//
// Twin: ImageFilters/ColorAdjustment/ColorAbsoluteDifference.swift
vec4 colorAbsoluteDifference(const vec4 first, const vec4 second) {
    return vec4(abs(first.rgb * second.a - second.rgb * first.a), first.a * second.a);
}
