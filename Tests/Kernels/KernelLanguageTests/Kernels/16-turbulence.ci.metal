// Noise from a lattice of numbers, in octaves; the lattice is a data argument.
#include <CoreImage/CoreImage.h>
using namespace metal;

struct Lattice {
    int permutation[16];
    float3 gradients[16];
    float scale;
};

enum class Kind : uint { fractal, turbulence };

float3 corner(constant Lattice *data, int x, int y) {
    int first = data->permutation[x & 15];
    return data->gradients[(first + y) % 16] * data->scale;
}

[[stitchable]] float4 turbulence(constant Lattice *data, float frequency, int octaves, uint kind,
                                 coreimage::destination dest) {
    float2 p = dest.coord() * frequency;
    float3 sum = {};
    float ratio = 1;
    for (int o = 0; o < octaves; o++) {
        float2 cell = floor(p);
        auto t = p - cell;
        float2 s = t * t * (3 - 2 * t);
        int x = (int)cell.x, y = static_cast<int>(cell.y);
        float3 below = mix(corner(data, x, y), corner(data, x + 1, y), s.x);
        float3 above = mix(corner(data, x, y + 1), corner(data, x + 1, y + 1), s.x);
        float3 value = mix(below, above, s.y);
        switch (kind) {
        case Kind::fractal:
            sum += value * ratio;
            break;
        case Kind::turbulence:
        default:
            sum += abs(value) * ratio;
        }
        p *= 2;
        ratio *= 0.5;
    }
    return float4(sum, 1);
}
