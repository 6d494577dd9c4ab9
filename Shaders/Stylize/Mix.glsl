// Mix of two images.
//
//   source      premultiplied, linear working space, any range: at amount 1
//   background  as source: at amount 0
//   amount      0...1
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Mix.swift
vec4 mixImages(const vec4 source, const vec4 background, const float amount) {
    return background + (source - background) * amount;
}
