// Heights limited by a mask.
//
//   mask    premultiplied, linear
//   softer  heights, blurred
//   returns the alpha of the mask
//
// Twin: ImageFilters/Stylize/HeightFieldFromMask.swift
vec4 heightField(const vec4 mask, const vec4 softer) {
    return vec4(mask.rgb * softer.rgb, mask.a);
}
