// The distances to the nearest and the second nearest of points scattered in cells.
#include <CoreImage/CoreImage.h>
using namespace metal;
void nearest(float2 p, float seed, thread float &first, thread float &second) {
    first = 8;
    second = 8;
    float2 cell = floor(p);
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            float2 at = cell + float2(x, y);
            int h = int(at.x) * 374761393 + int(at.y) * 668265263 + int(seed);
            h = (h ^ (h >> 13)) * 1274126177;
            float2 point = at + float2(h & 255, (h >> 8) & 255) / 256;
            float d = distance(p, point);
            if (d < first) {
                second = first;
                first = d;
            } else if (d < second) {
                second = d;
            }
        }
    }
}

extern "C" float4 worley(float scale, float seed, coreimage::destination dest) {
    float f1, f2;
    nearest(dest.coord() / scale, seed, f1, f2);
    return float4(f1, f2, f2 - f1, 1);
}
