// The kernel of Apple's talk "Build Metal-based Core Image kernels with Xcode" (WWDC 2020), unchanged.
#include <CoreImage/CoreImage.h>

extern "C" float4 HDRZebra (coreimage::sample_t s, float time, coreimage::destination dest)
{
    float diagLine = dest.coord().x + dest.coord().y;
    float zebra = fract(diagLine/20.0 + time*2.0);
    if ((zebra > 0.5) && (s.r > 1 || s.g > 1 || s.b > 1))
        return float4(2.0, 0.0, 0.0, 1.0);
    return s;
}
