// Product with a colour.
//
//   color  premultiplied, linear working space, any range
//   white  the colour to which white is mapped, linear
//   returns the same alpha
//
// Twin: ImageFilters/ColorAdjustment/WhitePointAdjust.swift
vec4 whitePointAdjust(const vec4 color, const vec3 white) {
    return vec4(color.rgb * white, color.a);
}
