// Blends two images by the red of a third.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" half4 masked(coreimage::sample_h a, coreimage::sample_h b, coreimage::sample_h mask) {
    return mix(a, b, mask.r);
}
