// Maps each component by a tone curve, which is a row of pixels at any position.
#include <CoreImage/CoreImage.h>
using namespace metal;
float through(coreimage::sampler curve, float x) {
    float4 frame = curve.extent();
    float2 p = frame.xy + float2(0.5 + clamp(x, 0, 1) * (frame.z - 1), frame.w * 0.5);
    return curve.sample(curve.transform(p)).r;
}

extern "C" float4 toneCurve(coreimage::sampler src, coreimage::sampler curve) {
    float4 c = coreimage::unpremultiply(src.sample(src.coord()));
    return coreimage::premultiply(float4(through(curve, c.r), through(curve, c.g), through(curve, c.b), c.a));
}
