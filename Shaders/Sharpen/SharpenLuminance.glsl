// Adds the difference between the luma and its blur to all three components.
//
//   image      premultiplied, linear working space, any range
//   blur       the same image blurred
//   luma       weights of red, green and blue, sum 1
//   sharpness  of the difference
//   returns the same alpha
//
// Twin: ImageFilters/Sharpen/SharpenLuminance.swift
vec4 sharpenLuminance(const vec4 image, const vec4 blur, const vec3 luma, const float sharpness) {
    float detail = dot(image.rgb, luma) * blur.a - dot(blur.rgb, luma) * image.a;
    return vec4(image.rgb + vec3(detail * sharpness), image.a);
}
