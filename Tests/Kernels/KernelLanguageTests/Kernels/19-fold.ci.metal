// The first image folds away to the left, the next is below.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float4 fold(coreimage::sampler from, coreimage::sampler to, float4 frame, float progress,
                       coreimage::destination dest) {
    float2 p = dest.coord();
    float edge = frame.x + frame.z * (1 - clamp(progress, 0.0, 1.0));
    if (p.x > edge) return to.sample(to.coord());
    float width = max(edge - frame.x, 1e-3);
    float u = (p.x - frame.x) / width;
    float lift = sin(u * 3.14159265) * progress * 0.25;
    float2 q = float2(frame.x + u * frame.z, p.y + (p.y - frame.y - frame.w * 0.5) * lift);
    q = clamp(q, frame.xy + 0.5, frame.xy + frame.zw - 0.5);
    float4 c = progress <= 0 ? from.sample(from.coord()) : from.sample(from.transform(q));
    c.rgb *= 1 - lift;
    return c;
}
