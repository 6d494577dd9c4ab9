// A glow: moves the image towards the maximum of itself and its blur.
//
//   image      premultiplied, linear working space, any range
//   glow       the same image blurred
//   intensity  of the glow, 0 none
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Bloom.swift
vec4 bloom(const vec4 image, const vec4 glow, const float intensity) {
    vec4 brighter = vec4(image.r < glow.r ? glow.r : image.r, image.g < glow.g ? glow.g : image.g,
                         image.b < glow.b ? glow.b : image.b, image.a < glow.a ? glow.a : image.a);
    return image + (brighter - image) * intensity;
}
