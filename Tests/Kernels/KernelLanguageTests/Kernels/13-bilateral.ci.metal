// A mean weighted by distance in position and in colour.
#include <CoreImage/CoreImage.h>
using namespace metal;
#define REACH 2
#define SQUARED(v) dot(v, v)
extern "C" float4 bilateral(coreimage::sampler src, float place, float colour, coreimage::destination dest) {
    float4 center = src.sample(src.coord());
    float4 sum;
    float total;
    sum = float4(0.0);
    total = 0.0;
    for (int y = -REACH; y <= REACH; y++)
        for (int x = -REACH; x <= REACH; x++) {
            float2 way = float2(x, y);
            float4 c = src.sample(src.transform(dest.coord() + way));
            float w = exp(-SQUARED(way) / place - SQUARED(c.rgb - center.rgb) / colour);
            sum += c * w;
            total += w;
        }
    return sum / total;
}
