// The transfer function of SMPTE ST 2084 (PQ) and its inverse for one component, mirrored for negative values. NaN
// stays NaN.
//
//   curve  m1, m2, c1, c3; c2 is c3 + 1 - c1
//   peak   the linear light of the signal 1
//   returns linear light with a relative error below 5e-5, signals with one below 1e-5
//
// The published formula subtracts numbers that are nearly equal and raises the difference to the power 79. Here root
// and quotient are represented by their distance from 1, which floats hold precisely.
//
// Source: SMPTE ST 2084:2014, 5.2 and 5.3.
#include "Shared/Power.glsl"

// e^y - 1 for y in -0.4...0: seven terms of its series, relative error below 1e-6 there and below 1e-8 above -0.2.
float smallExpMinus1(const float y) {
    float sum = y * (1.0 / 7.0) + 1.0;
    sum = sum * y * (1.0 / 6.0) + 1.0;
    sum = sum * y * (1.0 / 5.0) + 1.0;
    sum = sum * y * (1.0 / 4.0) + 1.0;
    sum = sum * y * (1.0 / 3.0) + 1.0;
    sum = sum * y * (1.0 / 2.0) + 1.0;
    return sum * y;
}

// ln(1 + t) for t in -0.17...0.01, by the series of atanh(t / (2 + t)); relative error below 1e-9.
float smallLogPlus1(const float t) {
    float s = t / (2.0 + t);
    float square = s * s;
    float sum = square * (1.0 / 7.0) + (1.0 / 5.0);
    sum = sum * square + (1.0 / 3.0);
    return 2.0 * s * (sum * square + 1.0);
}

// NaN if `number` is NaN, else `other`. Tests bits, because drivers need not evaluate comparisons with NaN correctly.
float unlessNaN(const float number, const float other) {
    return (floatBitsToInt(number) & 0x7fffffff) > 0x7f800000 ? number : other;
}

float lightFromPQ(const float signal, const vec4 curve, const float peak) {
    float magnitude = abs(signal);
    float limited = magnitude < 1.0 ? magnitude : 1.0;
    float positive = limited > 1e-15 ? limited : 1e-15;
    float below = smallExpMinus1(positiveLog2(positive) * 0.69314718 / curve.y);
    float span = 1.0 - curve.z;
    float light = peak * power((span + below) / (span - curve.w * below), 1.0 / curve.x);
    return unlessNaN(signal, signal < 0.0 ? -light : light);
}

float signalOfPQ(const float light, const vec4 curve, const float peak) {
    float magnitude = abs(light);
    float limited = magnitude < 1e12 ? magnitude : 1e12;
    float raised = power(limited / peak, curve.x);
    float below = (1.0 - curve.z) * (raised - 1.0) / (1.0 + curve.w * raised);
    float signal = normalExp2(smallLogPlus1(below) * 1.44269504 * curve.y);
    return unlessNaN(light, light < 0.0 ? -signal : signal);
}
