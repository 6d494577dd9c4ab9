// Shade: towards the darker of the image and its blur.
//
//   color      premultiplied, linear working space, any range
//   blur       the same image blurred
//   intensity  of the shade, 0 none
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Gloom.swift
vec4 gloom(const vec4 color, const vec4 blur, const float intensity) {
    vec4 darker = vec4(blur.r < color.r ? blur.r : color.r, blur.g < color.g ? blur.g : color.g,
                       blur.b < color.b ? blur.b : color.b, blur.a < color.a ? blur.a : color.a);
    return color + (darker - color) * intensity;
}
