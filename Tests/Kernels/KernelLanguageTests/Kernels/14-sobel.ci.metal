// The gradient of red by gathers, four pixels at once.
#include <CoreImage/CoreImage.h>
using namespace metal;

half4 edge(half sw, half s, half se, half w, half e, half nw, half n, half ne) {
    half2 slope = half2((ne + 2 * e + se) - (nw + 2 * w + sw), (nw + 2 * n + ne) - (sw + 2 * s + se));
    return half4(half3(length(slope)), 1);
}

extern "C" void sobel(coreimage::sampler_h src, coreimage::group::destination_h dest) {
    float2 d = dest.coord();
    half4 a = src.gatherX(src.transform(d + float2(-0.5, -0.5)));
    half4 b = src.gatherX(src.transform(d + float2(1.5, -0.5)));
    half4 c = src.gatherX(src.transform(d + float2(-0.5, 1.5)));
    half4 e = src.gatherX(src.transform(d + float2(1.5, 1.5)));
    dest.write(edge(a.x, a.y, b.x, a.w, b.w, c.x, c.y, e.x), edge(a.y, b.x, b.y, a.z, b.z, c.y, e.x, e.y),
               edge(a.w, a.z, b.w, c.x, e.x, c.w, c.z, e.w), edge(a.z, b.w, b.z, c.y, e.y, c.z, e.w, e.z));
}
