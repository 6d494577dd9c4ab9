#include "Shared/ExactFunctions.glsl"

// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0.
float spotColorCode(const float linear) {
    float magnitude = abs(linear);
    float curved = 1.055 * exactPower(magnitude, 1.0 / 2.4) - 0.055;
    float code = magnitude > 0.0031308 ? curved : magnitude * 12.92;
    return linear < 0.0 ? -code : code;
}

// Converts linear light to sRGB at full float precision: differences of encoded values are multiplied by up to 256.
//
//   color  straight, linear, any range
//   returns the same alpha; colour sRGB-encoded
//
// Twin: ImageFilters/Stylize/SpotColor.swift
vec4 spotColorCodes(const vec4 color) {
    return vec4(spotColorCode(color.r), spotColorCode(color.g), spotColorCode(color.b), color.a);
}

// Colours close to one are replaced by another.
//
//   image        straight, sRGB-encoded: the result of the previous steps
//   original     straight, sRGB-encoded: the colour that is compared
//   center       of the range
//   replacement  the new colour
//   closeness    the radius of the range
//   slope        1 over the distance on which it fades
//   returns the alpha of image
//
// Twin: ImageFilters/Stylize/SpotColor.swift
vec4 spotColor(const vec4 image, const vec4 original, const vec3 center, const vec3 replacement,
               const float closeness, const float slope) {
    vec3 offset = original.rgb - center;
    float distance = sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z);
    float weight = clamp((closeness - distance) * slope, 0.0, 1.0);
    return vec4(image.rgb + (replacement - image.rgb) * weight, image.a);
}
