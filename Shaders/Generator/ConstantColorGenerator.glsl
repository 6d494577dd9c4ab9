// One colour everywhere.
//
//   at     user plane; does not matter
//   color  premultiplied, linear working space
//
// Twin: ImageGraph/Formulas/CommonFormulas.swift
vec4 constantColor(const vec2 at, const vec4 color) {
    return color;
}
