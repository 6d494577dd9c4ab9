// Rolls off highlights of one headroom so that they fit a smaller one: the largest component by the EETF of BT.2390 in
// PQ, the others in proportion.
//
//   color  premultiplied, linear working space, any range
//   curve  m1, m2, c1, c3 of PQ
//   peak   the linear light of PQ's signal 1
//   range  the signal of the source's headroom, the target's over it, the knee as a fraction of it
//   returns the same alpha; nothing below the knee changes
//
// Source: ITU-R BT.2390-11, 5.4.1. Twin: ImageFilters/ColorAdjustment/ToneMapHeadroom.swift
#include "Shared/Alpha.glsl"
#include "Shared/PQ.glsl"

vec4 toneMapHeadroom(const vec4 color, const vec4 curve, const float peak, const vec3 range) {
    vec4 straight = unpremultiply(color);
    float most = straight.r > straight.g ? straight.r : straight.g;
    most = most > straight.b ? most : straight.b;
    float brightest = most > 1e-6 ? most : 1e-6;
    float part = signalOfPQ(brightest, curve, peak) / range.x;
    float signal = part < 1.0 ? part : 1.0;
    float t = (signal - range.z) / (1.0 - range.z);
    float square = t * t;
    float cube = square * t;
    float start = (2.0 * cube - 3.0 * square + 1.0) * range.z;
    float middle = (cube - 2.0 * square + t) * (1.0 - range.z);
    float end = (3.0 * square - 2.0 * cube) * range.y;
    float light = lightFromPQ((start + middle + end) * range.x, curve, peak);
    float gain = signal > range.z ? light / brightest : 1.0;
    return vec4(color.rgb * gain, color.a);
}
