// A constant colour.
//
//   at     user plane; ignored
//   color  premultiplied, linear working space
//
// Twin: ImageGraph/Formulas/CommonFormulas.swift
vec4 constantColor(const vec2 at, const vec4 color) {
    return color;
}
