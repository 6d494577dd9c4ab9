#include "Shared/Power.glsl"

// `magnitude` with the sign of `signed`.
float withSign(const float magnitude, const float signed) {
    return intBitsToFloat(floatBitsToInt(magnitude) | (floatBitsToInt(signed) & 0x80000000));
}

// Source: IEC 61966-2-1:1999, 5.2, mirrored below 0 and continued above 1, up to 1e12. NaN stays NaN.
float linearFromSRGB(const float encoded) {
    float magnitude = abs(encoded);
    float base = (magnitude + 0.055) * (1.0 / 1.055);
    float limited = base < 1e12 ? base : 1e12;
    float curved = normalPower(limited, 2.4);
    float straight = magnitude * (1.0 / 12.92);
    return withSign(magnitude > 0.04045 ? curved : straight, encoded);
}

float sRGBFromLinear(const float linear) {
    float magnitude = abs(linear);
    float curved = 1.055 * normalPower(magnitude, 1.0 / 2.4) - 0.055;
    float straight = magnitude * 12.92;
    return withSign(magnitude > 0.0031308 ? curved : straight, linear);
}

// sRGB to linear light.
//
//   color  straight or opaque, sRGB-encoded, any range
//   returns the same alpha; colour linear, relative error below 1e-5
vec4 linearFromSRGB(const vec4 color) {
    return vec4(linearFromSRGB(color.r), linearFromSRGB(color.g), linearFromSRGB(color.b), color.a);
}

// Linear light to sRGB.
//
//   color  straight or opaque, linear, any range
//   returns the same alpha; colour encoded, error below 2e-6 + 1e-5 of the value
vec4 sRGBFromLinear(const vec4 color) {
    return vec4(sRGBFromLinear(color.r), sRGBFromLinear(color.g), sRGBFromLinear(color.b), color.a);
}

// linearFromSRGB of one component in 0...1.
//
// Source: above the join, a polynomial of degree 9 in the encoded value, fitted for this file. 1 maps to 1; the
// relative error is at most 5.1e-6.
float linearFromUnitSRGB(const float encoded) {
    float p = 0.289958686 * encoded - 1.36304712;
    p = p * encoded + 2.76127291;
    p = p * encoded - 3.20477509;
    p = p * encoded + 2.43692183;
    p = p * encoded - 1.40759432;
    p = p * encoded + 0.978770852;
    p = p * encoded + 0.471552849;
    p = p * encoded + 0.0361017287;
    p = p * encoded + 0.000837689906;
    return encoded > 0.04045 ? p : encoded * (1.0 / 12.92);
}

// sRGB to linear light.
//
//   color  straight or opaque, sRGB-encoded, 0...1
//   returns the same alpha; colour linear, relative error below 6e-6
vec4 linearFromUnitSRGB(const vec4 color) {
    return vec4(linearFromUnitSRGB(color.r), linearFromUnitSRGB(color.g), linearFromUnitSRGB(color.b), color.a);
}
