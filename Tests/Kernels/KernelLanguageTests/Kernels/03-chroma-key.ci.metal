// Removes colours near a key colour in chroma, and suppresses its spill in the others.
#include <CoreImage/CoreImage.h>
using namespace metal;

static inline float2 chroma(float3 rgb) {
    float y = dot(rgb, float3(0.299f, 0.587f, 0.114f));
    return float2((rgb.b - y) * 0.565f, (rgb.r - y) * 0.713f);
}

extern "C" {
namespace coreimage {

float4 chromaKey(sample_t pixel, float4 key, float inner, float outer, float despill) {
    float4 straight = unpremultiply(pixel);
    if (straight.a <= 0.0) return float4(0.0);
    float away = distance(chroma(straight.rgb), chroma(key.rgb));
    float keep = smoothstep(inner, outer, away);
    float limit = max(straight.r, straight.b);
    float spill = max(straight.g - limit, 0) * clamp(despill, 0, 1);
    straight.g -= spill;
    straight.a *= keep;
    return premultiply(straight);
}

}
}
