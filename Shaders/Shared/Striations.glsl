#include "Shared/Scattered.glsl"

float valueNoise(const vec2 point) {
    vec2 low = floor(point);
    vec2 part = point - low;
    vec2 t = part * part * (3.0 - 2.0 * part);
    float a = scattered(low).x;
    float b = scattered(low + vec2(0.0, 1.0)).x;
    float below = a + (scattered(low + vec2(1.0, 0.0)).x - a) * t.x;
    float above = b + (scattered(low + vec2(1.0, 1.0)).x - b) * t.x;
    return below + (above - below) * t.y;
}

// A number for each direction; numbers are strength, contrast and time. Twin: Striations.rays
float striations(const vec2 way, const vec3 numbers) {
    vec2 on = way * (1.0 / max(sqrt(dot(way, way)), 1e-3));
    float shift = numbers.z * 7.0;
    float value = valueNoise(vec2(on.x * 17.0 + shift, on.y * 17.0 + 40.0)) * 0.6 +
                  valueNoise(vec2(on.x * 43.0 - 80.0, on.y * 43.0 + shift)) * 0.4;
    return clamp((0.5 + (value - 0.5) * (2.0 * numbers.y)) * numbers.x, 0.0, max(numbers.x, 0.0));
}
