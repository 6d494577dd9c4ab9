// Adds the difference to a blurred copy.
//
//   color      premultiplied, linear working space, any range
//   blur       the same image blurred
//   intensity  of the difference
//   returns the same alpha
//
// Twin: ImageFilters/Sharpen/UnsharpMask.swift
vec4 unsharpMask(const vec4 color, const vec4 blur, const float intensity) {
    vec3 detail = color.rgb * blur.a - blur.rgb * color.a;
    return vec4(color.rgb + detail * intensity, color.a);
}
