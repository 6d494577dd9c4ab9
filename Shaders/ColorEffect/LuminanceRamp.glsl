#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

// Five colours by luminance.
//
//   color              premultiplied, linear working space, any range
//   luma               weights of red, green and blue, sum 1
//   color0 ... color4  at the lumas 0, 1/4, 1/2, 3/4 and 1, linear
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/ColorEffect/LuminanceRamp.swift
vec4 luminanceRamp(const vec4 color, const vec3 luma, const vec3 color0, const vec3 color1, const vec3 color2,
                   const vec3 color3, const vec3 color4) {
    float position = power(dot(unpremultiply(color).rgb, luma), 1.0 / 2.2) * 4.0;
    vec3 rgb = color0 + (color1 - color0) * clamp(position, 0.0, 1.0);
    rgb = rgb + (color2 - color1) * clamp(position - 1.0, 0.0, 1.0);
    rgb = rgb + (color3 - color2) * clamp(position - 2.0, 0.0, 1.0);
    rgb = rgb + (color4 - color3) * clamp(position - 3.0, 0.0, 1.0);
    return vec4(rgb * color.a, color.a);
}
