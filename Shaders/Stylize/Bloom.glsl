// Glow: a screen of the image and its blur.
//
//   color      premultiplied, linear working space, any range
//   glow       the same image blurred
//   intensity  of the glow, 0 none
//
// Twin: ImageFilters/Stylize/Bloom.swift
vec4 bloom(const vec4 color, const vec4 glow, const float intensity) {
    return color + glow * intensity * max(vec4(1.0) - color, vec4(0.0));
}
