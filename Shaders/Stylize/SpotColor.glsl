// Colours near to one become another.
//
//   image        straight, sRGB coded: what other steps made
//   original     straight, sRGB coded: what is compared
//   center       of the range
//   replacement  what it becomes
//   closeness    how far the range reaches
//   slope        1 over the way on which it fades
//   returns the alpha of image
//
// Twin: ImageFilters/Stylize/SpotColor.swift
vec4 spotColor(const vec4 image, const vec4 original, const vec3 center, const vec3 replacement,
               const float closeness, const float slope) {
    vec3 offset = original.rgb - center;
    float distance = sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z);
    float share = clamp((closeness - distance) * slope, 0.0, 1.0);
    return vec4(image.rgb + (replacement - image.rgb) * share, image.a);
}
