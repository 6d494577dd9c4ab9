// base^exponent by polynomials on the bits of a float: several times faster than the built-in on a software driver.
// Relative error below 4e-6 * max(1, |exponent| / 2.4).
//
// Source: base = m * 2^e with m in sqrt(1/2)...sqrt(2); log2(m) is a minimax polynomial of degree 6 (absolute error 2.2e-6),
// and 2^f for f in -1/2...1/2 one of degree 5 (relative error 9.2e-8), both fitted for this file.

// log2 of a positive normal number.
float positiveLog2(const float base) {
    int e = (floatBitsToInt(base) - 0x3f3504f3) >> 23;
    float m = intBitsToFloat(floatBitsToInt(base) - (e << 23)) - 1.0;
    float p = -0.20659184 * m + 0.32215492;
    p = p * m - 0.36748999;
    p = p * m + 0.47934801;
    p = p * m - 0.72113186;
    p = p * m + 1.44271348;
    return p * m + float(e);
}

// 2^y for y in -126...127.
float normalExp2(const float y) {
    float whole = floor(y + 0.5);
    float f = y - whole;
    float q = 0.00132647 * f + 0.00967151;
    q = q * f + 0.05550734;
    q = q * f + 0.24022242;
    q = q * f + 0.69314698;
    return intBitsToFloat(floatBitsToInt(q * f + 1.0) + (int(whole) << 23));
}

// base^exponent if base and result are positive and normal; otherwise undefined.
float normalPower(const float base, const float exponent) {
    return normalExp2(exponent * positiveLog2(base));
}

// base^exponent; 0 if base is 0 or less, or NaN. Limited to the largest and the smallest normal number. Twin:
// Lane.power
float power(const float base, const float exponent) {
    float y = exponent * positiveLog2(base);
    y = y < 127.0 ? y : 127.0;
    y = y > -126.0 ? y : -126.0;
    float result = normalExp2(y);
    return base > 0.0 ? result : 0.0;
}

// power of the magnitude with the sign of base, so that curves continue below 0. Twin: Lane.signedPower
float signedPower(const float base, const float exponent) {
    float positive = power(abs(base), exponent);
    return base < 0.0 ? -positive : positive;
}

vec3 power(const vec3 base, const float exponent) {
    return vec3(power(base.r, exponent), power(base.g, exponent), power(base.b, exponent));
}

vec3 signedPower(const vec3 base, const float exponent) {
    return vec3(signedPower(base.r, exponent), signedPower(base.g, exponent), signedPower(base.b, exponent));
}
