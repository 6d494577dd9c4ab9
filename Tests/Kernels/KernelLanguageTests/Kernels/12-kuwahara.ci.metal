// The mean of the square with the least variance, of four around each pixel.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 kuwahara(coreimage::sampler src, coreimage::destination dest) {
    float3 mean[4];
    float3 square[4];
    for (int k = 0; k < 4; k++) {
        mean[k] = 0;
        square[k] = 0;
    }
    float2 d = dest.coord();
    for (int k = 0; k < 4; k++) {
        float2 corner = float2(k < 2 ? -3 : 0, k == 0 || k == 2 ? -3 : 0);
        for (int y = 0; y <= 3; y++) {
            for (int x = 0; x <= 3; x++) {
                float3 c = src.sample(src.transform(d + corner + float2(x, y))).rgb;
                mean[k] += c;
                square[k] += c * c;
            }
        }
    }
    float best = 1e6;
    float4 result = src.sample(src.coord());
    for (int k = 0; k < 4; k++) {
        mean[k] /= 16;
        float3 spread = fabs(square[k] / 16 - mean[k] * mean[k]);
        float sum = spread.r + spread.g + spread.b;
        if (sum >= best) continue;
        best = sum;
        result.rgb = mean[k];
    }
    return result;
}
