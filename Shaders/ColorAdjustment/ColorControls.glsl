// Saturation, contrast and brightness.
//
//   color       premultiplied, linear working space, any range
//   luma        weights of red, green and blue, sum 1
//   saturation  0 grey, 1 unchanged
//   contrast    about mid grey
//   offset      0.5 - 0.5 contrast + brightness
//   returns the same alpha; colour (mix(luma, c, saturation) - 0.5) contrast + 0.5 + brightness
//
// Twin: ImageFilters/ColorAdjustment/ColorControls.swift
vec4 colorControls(const vec4 color, const vec3 luma, const float saturation, const float contrast,
                   const float offset) {
    vec3 grey = vec3(dot(color.rgb, luma));
    vec3 rgb = grey + (color.rgb - grey) * saturation;
    return vec4(rgb * contrast + vec3(color.a * offset), color.a);
}
