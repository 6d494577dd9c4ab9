// An infinite checkerboard.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 checker(float4 a, float4 b, float size, coreimage::destination dest) {
    float2 cell = floor(dest.coord() / size);
    int parity = int(cell.x) + int(cell.y);
    return parity % 2 == 0 ? a : b;
}
