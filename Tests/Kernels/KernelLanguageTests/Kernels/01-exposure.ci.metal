// Linear light times a gain.
#include <CoreImage/CoreImage.h>
extern "C" float4 exposure(coreimage::sample_t color, float gain) {
    return float4(color.rgb * gain, color.a);
}
