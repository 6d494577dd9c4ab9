// A lens distortion by a polynomial of the radius, and its inverse by Newton's method.
#include <CoreImage/CoreImage.h>
using namespace metal;
float bent(float r, float2 k) { return r * (1 + r * r * (k.x + r * r * k.y)); }

extern "C" {
    float2 lens(float2 center, float size, float2 k, coreimage::destination dest) {
        float2 way = (dest.coord() - center) / size;
        float r = length(way);
        return center + way * (r > 0 ? bent(r, k) / r : 1) * size;
    }

    float2 lensInverse(float2 center, float size, float2 k, coreimage::destination dest) {
        float2 way = (dest.coord() - center) / size;
        float wanted = length(way);
        float r = wanted;
        for (float step = 0; step < 8; step += 1) {
            float slope = 1 + r * r * (3 * k.x + 5 * k.y * r * r);
            r -= (bent(r, k) - wanted) / max(slope, 0.05f);
        }
        return center + way * (wanted > 0 ? r / wanted : 1) * size;
    }
}
