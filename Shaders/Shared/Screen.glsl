#include "Shared/Alpha.glsl"
#include "Shared/Direction.glsl"

// White where the level is well above the threshold, black well below, a ramp between. Twin: Screen.ramp
float screenRamp(const float level, const float threshold, const float slope) {
    return clamp((level - threshold) * slope + 0.5, 0.0, 1.0);
}

// White where the luma is well above the threshold, black well below, a ramp between. Twin: Screen.grey
vec4 screened(const vec4 color, const float threshold, const vec3 luma, const float slope) {
    float level = dot(unpremultiply(color).rgb, luma);
    float grey = screenRamp(level, threshold, slope);
    return vec4(vec3(grey * color.a), color.a);
}

// 0 where x is an integer, 1 halfway between. Twin: Screen.triangle
float triangleWave(const float x) {
    float part = x - floor(x);
    return 1.0 - abs(2.0 * part - 1.0);
}

// Low at the points of a square grid, high in the middle between them, with round contours at both. Twin:
// CMYKHalftone.spot
float screenSpot(const float u, const float v, const float slope) {
    float waves = sine((u - floor(u)) * 6.2831853) + sine((v - floor(v)) * 6.2831853);
    return 0.5 + 0.2481 * (1.0 - 1.0 / slope) * waves;
}
