#include "Shared/Power.glsl"

// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0 and continued above 1.
float linearFromSRGB(const float encoded) {
    float magnitude = abs(encoded);
    float linear = magnitude > 0.04045
        ? power((magnitude + 0.055) * (1.0 / 1.055), 2.4) : magnitude * (1.0 / 12.92);
    return encoded < 0.0 ? -linear : linear;
}

float sRGBFromLinear(const float linear) {
    float magnitude = abs(linear);
    float encoded = magnitude > 0.0031308 ? 1.055 * power(magnitude, 1.0 / 2.4) - 0.055 : magnitude * 12.92;
    return linear < 0.0 ? -encoded : encoded;
}

// sRGB to linear light.
//
//   color  straight or opaque, sRGB coded, any range
//   returns the same alpha; colour linear, relative error below 1e-5
vec4 linearFromSRGB(const vec4 color) {
    return vec4(linearFromSRGB(color.r), linearFromSRGB(color.g), linearFromSRGB(color.b), color.a);
}

// Linear light to sRGB.
//
//   color  straight or opaque, linear, any range
//   returns the same alpha; colour coded, error below 2e-6 + 1e-5 of the value
vec4 sRGBFromLinear(const vec4 color) {
    return vec4(sRGBFromLinear(color.r), sRGBFromLinear(color.g), sRGBFromLinear(color.b), color.a);
}
