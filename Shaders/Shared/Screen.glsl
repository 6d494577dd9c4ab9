#include "Shared/Alpha.glsl"

// White where the luma is above the threshold, black below, a ramp between. Twin: Screen.grey
vec4 screened(const vec4 color, const float threshold, const vec3 luma, const float slope) {
    float level = dot(unpremultiply(color).rgb, luma);
    float grey = clamp(level * (slope + 1.0) - threshold * slope, 0.0, 1.0);
    return vec4(vec3(grey * color.a), color.a);
}

// 0 where x is whole, 1 halfway between. Twin: Screen.triangle
float triangleWave(const float x) {
    float part = x - floor(x);
    return 1.0 - abs(2.0 * part - 1.0);
}

// 0 on the points of a square grid, 1 in the middle between them, round about both. Twin: CMYKHalftone.spot
float screenSpot(const float u, const float v) {
    return 0.5 - 0.25 * (cos(6.2831853 * (u - floor(u))) + cos(6.2831853 * (v - floor(v))));
}
