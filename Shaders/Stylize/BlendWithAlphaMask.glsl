// Mix of two images by the alpha of a third.
//
//   source      premultiplied, linear working space, any range: where alpha is 1
//   background  as source: where alpha is 0
//   mask        premultiplied; only alpha is used
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/BlendWithAlphaMask.swift
vec4 blendWithAlphaMask(const vec4 source, const vec4 background, const vec4 mask) {
    return background + (source - background) * mask.a;
}
