#include "Shared/ExactFunctions.glsl"

float labCurve(const float t) {
    float low = t * (841.0 / 108.0) + 4.0 / 29.0;
    float root = exactPower(t, 1.0 / 3.0);
    // Differences of roots are multiplied by 500: a Newton step refines the last digits.
    root = root - (root - t / (root * root)) * (1.0 / 3.0);
    return t > 216.0 / 24389.0 ? root : low;
}

float labCurveBack(const float f) {
    float low = (f - 4.0 / 29.0) * (108.0 / 841.0);
    return f > 6.0 / 29.0 ? f * f * f : low;
}

// Tristimulus values over those of the white to L*, a*, b*. Twin: CIELab.fromXYZ
vec3 labFromXYZ(const vec3 xyz) {
    float x = labCurve(xyz.x);
    float y = labCurve(xyz.y);
    float z = labCurve(xyz.z);
    return vec3(116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z));
}

// The inverse of labFromXYZ. Twin: CIELab.toXYZ
vec3 xyzFromLab(const vec3 lab) {
    float y = (lab.x + 16.0) * (1.0 / 116.0);
    return vec3(labCurveBack(y + lab.y * (1.0 / 500.0)), labCurveBack(y), labCurveBack(y - lab.z * (1.0 / 200.0)));
}
