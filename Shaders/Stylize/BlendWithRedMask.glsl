// Mix of two images by the red of a third.
//
//   source      premultiplied, linear working space, any range: where red is 1
//   background  as source: where red is 0
//   mask        premultiplied; only red is used
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/BlendWithRedMask.swift
vec4 blendWithRedMask(const vec4 source, const vec4 background, const vec4 mask) {
    return background + (source - background) * mask.r;
}
