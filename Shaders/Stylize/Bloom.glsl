// Glow: towards the brighter of the image and its blur.
//
//   color      premultiplied, linear working space, any range
//   glow       the same image blurred
//   intensity  of the glow, 0 none
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Bloom.swift
vec4 bloom(const vec4 color, const vec4 glow, const float intensity) {
    vec4 brighter = vec4(color.r < glow.r ? glow.r : color.r, color.g < glow.g ? glow.g : color.g,
                         color.b < glow.b ? glow.b : color.b, color.a < glow.a ? glow.a : color.a);
    return color + (brighter - color) * intensity;
}
