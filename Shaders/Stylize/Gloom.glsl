// A shade: moves the image towards the minimum of itself and its blur.
//
//   image      premultiplied, linear working space, any range
//   blur       the same image blurred
//   intensity  of the shade, 0 none
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Gloom.swift
vec4 gloom(const vec4 image, const vec4 blur, const float intensity) {
    vec4 darker = vec4(blur.r < image.r ? blur.r : image.r, blur.g < image.g ? blur.g : image.g,
                       blur.b < image.b ? blur.b : image.b, blur.a < image.a ? blur.a : image.a);
    return image + (darker - image) * intensity;
}
