// Endless for black pixels; divides by zero, and takes square roots of negative numbers.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 endless(coreimage::sample_t pixel, float limit) {
    float x = pixel.r;
    while (x < limit) {
        x += x;
    }
    float y = x / (pixel.g - pixel.g) + sqrt(pixel.b - 1);
    return float4(x, y, 0, 1);
}
