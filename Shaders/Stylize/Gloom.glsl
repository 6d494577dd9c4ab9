#include "Shared/Alpha.glsl"

// Takes light from what is brighter than its blur.
//
//   color      premultiplied
//   blur       premultiplied
//   intensity  0: the image
//   returns premultiplied
//
// Twin: ImageFilters/Stylize/Gloom.swift
vec4 gloom(const vec4 color, const vec4 blur, const float intensity) {
    vec3 shade = unpremultiply(blur).rgb * color.a;
    vec3 lower = vec3(shade.r < color.r ? shade.r : color.r, shade.g < color.g ? shade.g : color.g,
                      shade.b < color.b ? shade.b : color.b);
    float room = 1.0 - color.a;
    return vec4(color.rgb + (lower - color.rgb) * intensity, color.a + blur.a * intensity * (room > 0.0 ? room : 0.0));
}
