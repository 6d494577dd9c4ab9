// Adds the part of the image's colours that is outside the range of the table.
//
//   toned  premultiplied, linear
//   image  premultiplied, linear, any range
//   returns premultiplied, the image's alpha
//
// Twin: ImageFilters/ColorEffect/PhotoEffect.swift
vec4 photoEffectExcess(const vec4 toned, const vec4 image) {
    vec3 above = max(image.rgb - max(image.a, 0.0), vec3(0.0));
    return vec4(toned.rgb + min(image.rgb, vec3(0.0)) + above, image.a);
}
