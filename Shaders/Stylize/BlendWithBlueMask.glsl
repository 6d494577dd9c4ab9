// Mix of two images by the blue of a third.
//
//   source      premultiplied, linear working space, any range: where blue is 1
//   background  as source: where blue is 0
//   mask        premultiplied; only blue is used
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/BlendWithBlueMask.swift
vec4 blendWithBlueMask(const vec4 source, const vec4 background, const vec4 mask) {
    return background + (source - background) * mask.b;
}
