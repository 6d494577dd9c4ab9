// Mix of two images by the red of a third.
//
//   source      premultiplied, linear working space, any range: where red is 1
//   background  the same: where it is 0
//   mask        premultiplied; only red counts
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/BlendWithRedMask.swift
vec4 blendWithRedMask(const vec4 source, const vec4 background, const vec4 mask) {
    return background + (source - background) * mask.r;
}
