// Mix of two images by the green of a third.
//
//   source      premultiplied, linear working space, any range: where green is 1
//   background  as source: where green is 0
//   mask        premultiplied; only green is used
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/BlendWithMask.swift
vec4 blendWithMask(const vec4 source, const vec4 background, const vec4 mask) {
    return background + (source - background) * mask.g;
}
