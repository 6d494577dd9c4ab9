#include "Shared/Direction.glsl"
#include "Shared/Power.glsl"

// Functions for expressions that amplify small differences. The processor engine computes them in double precision and
// rounds to float; devices compute them like all other functions.

// Twin: Lane.exactPower
float exactPower(const float base, const float exponent) {
    return power(base, exponent);
}

// Cosine and sine of an angle in radians. Twin: Lane.cosine and Lane.sine
vec2 exactDirection(const float angle) {
    return direction(angle);
}

// The angle of a point, radians. Twin: Lane.angle
float exactAngle(const float y, const float x) {
    return atan(y, x);
}

// Twin: Lane.logarithm
float exactLogarithm(const float value) {
    return log(value);
}

// Twin: Lane.exponential
float exactExponential(const float value) {
    return exp(value);
}
