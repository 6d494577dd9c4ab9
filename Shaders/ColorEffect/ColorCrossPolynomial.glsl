#include "Shared/Alpha.glsl"

// Second-order polynomial of all components for each component.
//
//   color     premultiplied, linear working space, any range
//   Linear    weights of r, g, b and the constant
//   Squares   weights of r², g², b²
//   Products  weights of r g, g b, b r
//   returns the same alpha
//
// Twin: ImageFilters/ColorEffect/ColorCrossPolynomial.swift
vec4 colorCrossPolynomial(const vec4 color, const vec4 redLinear, const vec3 redSquares, const vec3 redProducts,
                          const vec4 greenLinear, const vec3 greenSquares, const vec3 greenProducts,
                          const vec4 blueLinear, const vec3 blueSquares, const vec3 blueProducts) {
    vec3 c = unpremultiply(color).rgb;
    vec3 squares = c * c;
    vec3 products = vec3(c.r * c.g, c.g * c.b, c.b * c.r);
    vec3 rgb = vec3(dot(c, redLinear.rgb) + dot(squares, redSquares) + dot(products, redProducts) + redLinear.w,
                    dot(c, greenLinear.rgb) + dot(squares, greenSquares) + dot(products, greenProducts) + greenLinear.w,
                    dot(c, blueLinear.rgb) + dot(squares, blueSquares) + dot(products, blueProducts) + blueLinear.w);
    return vec4(rgb * color.a, color.a);
}
