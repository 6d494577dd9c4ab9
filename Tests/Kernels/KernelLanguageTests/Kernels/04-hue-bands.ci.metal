// Rotates hues and scales saturation in six bands.
#include <CoreImage/CoreImage.h>
using namespace metal;

constant float bands[6] = {0, 1, 2, 3, 4, 5};

float3 turned(float3 hsv, float by) { return float3(fract(hsv.x + by), hsv.yz); }
float turned(float hue, float by) { return fract(hue + by); }

float3 hsvFromRGB(float3 c) {
    float most = max(c.r, max(c.g, c.b));
    float least = min(c.r, min(c.g, c.b));
    float span = most - least;
    float hue = 0;
    if (span > 0) {
        if (most == c.r) hue = (c.g - c.b) / span;
        else if (most == c.g) hue = 2 + (c.b - c.r) / span;
        else hue = 4 + (c.r - c.g) / span;
    }
    return float3(turned(hue / 6, 0), most > 0 ? span / most : 0, most);
}

float mod(float x, float y) { return x - y * floor(x / y); }

float3 rgbFromHSV(float3 c) {
    float3 wave = c.xxx * 6 + float3(0, 4, 2);
    wave = clamp(abs(float3(mod(wave.x, 6), mod(wave.y, 6), mod(wave.z, 6)) - 3) - 1, 0, 1);
    return c.z * mix(float3(1), wave, c.y);
}

[[stitchable]] float4 hueBands(coreimage::sample_t pixel, float3 low, float3 high, float shift) {
    float3 hsv = hsvFromRGB(pixel.rgb);
    float sum = 0;
    for (int i = 0; i < 6; i++) {
        float near = 1 - min(abs(hsv.x * 6 - bands[i]), 1.0f);
        sum += near * (i < 3 ? low[i] : high[i - 3]);
    }
    hsv.y *= 1 + sum;
    float4 result = pixel;
    result.rgb = rgbFromHSV(turned(hsv, shift));
    return result;
}
