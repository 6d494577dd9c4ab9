// Adds the difference to a blurred copy.
//
//   image      premultiplied, linear working space, any range
//   blur       the same image blurred
//   intensity  of the difference
//   returns the same alpha
//
// Twin: ImageFilters/Sharpen/UnsharpMask.swift
vec4 unsharpMask(const vec4 image, const vec4 blur, const float intensity) {
    vec3 detail = image.rgb * blur.a - blur.rgb * image.a;
    return vec4(image.rgb + detail * intensity, image.a);
}
