// The transfer function of SMPTE ST 2084 (PQ) and its inverse, mirrored for negative values; alpha unchanged. NaN stays
// NaN.
//
//   color  straight or opaque; the signal is limited to 1, linear light has any range
//   curve  m1, m2, c1, c3; c2 is c3 + 1 - c1
//   peak   the linear light of the signal 1
//
// Twin: ImageGraph/Formulas/ColorConversions.swift
#include "Shared/PQ.glsl"

vec4 linearFromPQ(const vec4 color, const vec4 curve, const float peak) {
    return vec4(lightFromPQ(color.r, curve, peak), lightFromPQ(color.g, curve, peak),
                lightFromPQ(color.b, curve, peak), color.a);
}

vec4 pqFromLinear(const vec4 color, const vec4 curve, const float peak) {
    return vec4(signalOfPQ(color.r, curve, peak), signalOfPQ(color.g, curve, peak),
                signalOfPQ(color.b, curve, peak), color.a);
}
