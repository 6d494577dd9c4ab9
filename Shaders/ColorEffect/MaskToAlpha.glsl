// White with the green as alpha.
//
//   color  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/ColorEffect/MaskToAlpha.swift
vec4 maskToAlpha(const vec4 color) {
    return vec4(color.g);
}
