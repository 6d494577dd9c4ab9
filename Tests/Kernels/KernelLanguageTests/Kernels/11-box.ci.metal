// The mean of a square whose size is an argument.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 box(coreimage::sampler src, float radius, coreimage::destination dest) {
    int reach = int(radius);
    float4 sum = 0;
    for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) {
            sum += src.sample(src.transform(dest.coord() + float2(x, y)));
        }
    }
    float side = 2 * reach + 1;
    return sum / (side * side);
}
