// Maps each pixel by its luma to a row of a table, or to a palette of four.
#include <CoreImage/CoreImage.h>
using namespace metal;
float3 shade(int index) {
    const float3 tones[4] = { float3(0), float3(0.25, 0.1, 0.3), float3(0.9, 0.5, 0.2), float3(1) };
    return tones[index];
}

extern "C" float4 palette(coreimage::sampler src, coreimage::sampler table, float count, int fixedTones) {
    float4 pixel = src.sample(src.coord());
    float luma = dot(pixel.rgb, float3(0.2126, 0.7152, 0.0722));
    if (fixedTones != 0) return float4(shade((int)floor(luma * 4)), 1) * pixel.a;
    float place = clamp(floor(luma * count), 0.0f, count - 1);
    return table.sample(float2(place + 0.5, 0.5)) * pixel.a;
}
