// The OETF of ITU-R BT.2100 HLG and its inverse, mirrored for negative values; alpha unchanged. NaN stays NaN.
//
//   color  straight or opaque; signals up to 8, linear light of any range
//   curve  a, b, c and the linear light of the signal 1
//   returns linear light with a relative error below 1e-5, signals with an error below 2e-6
//
// Source: ITU-R BT.2100-2, table 5. Twin: ImageGraph/Formulas/ColorConversions.swift
#include "Shared/Power.glsl"

float lightFromHLG(const float signal, const vec4 curve) {
    float magnitude = abs(signal);
    float limited = magnitude < 8.0 ? magnitude : 8.0;
    float bright = (normalExp2((limited - curve.z) / curve.x * 1.44269504) + curve.y) * (1.0 / 12.0);
    float dark = magnitude * magnitude * (1.0 / 3.0);
    float light = curve.w * (magnitude > 0.5 ? bright : dark);
    return signal < 0.0 ? -light : light;
}

float signalOfHLG(const float light, const vec4 curve) {
    float magnitude = abs(light) / curve.w;
    float limited = magnitude < 1e12 ? magnitude : 1e12;
    float positive = limited > 0.08 ? limited : 0.08;
    float bright = curve.x * (positiveLog2(12.0 * positive - curve.y) * 0.69314718) + curve.z;
    float dark = sqrt(3.0 * magnitude);
    float signal = magnitude > 1.0 / 12.0 ? bright : dark;
    return light < 0.0 ? -signal : signal;
}

vec4 linearFromHLG(const vec4 color, const vec4 curve) {
    return vec4(lightFromHLG(color.r, curve), lightFromHLG(color.g, curve), lightFromHLG(color.b, curve), color.a);
}

vec4 hlgFromLinear(const vec4 color, const vec4 curve) {
    return vec4(signalOfHLG(color.r, curve), signalOfHLG(color.g, curve), signalOfHLG(color.b, curve), color.a);
}
