// A threshold with hysteresis between two levels: it keeps its previous result between them.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 hysteresis(coreimage::sample_t pixel, coreimage::sample_t before, float2 levels) {
    float3 high = step(levels.y, pixel.rgb);
    float3 low = step(levels.x, pixel.rgb);
    bool3 was = before.rgb > 0.5;
    float3 kept = coreimage::compare(before.rgb - 0.5, 0, low);
    float3 result = max(high, kept);
    if (all(was) && any(low > 0)) result = 1;
    return float4(result, 1) * pixel.a;
}
