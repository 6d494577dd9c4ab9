// Rotates pixels around the centre, by an angle that decreases outwards.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float2 swirl(float2 center, float radius, float angle, coreimage::destination dest) {
    float2 way = dest.coord() - center;
    float turn = angle * pow(max(1 - length(way) / radius, 0.0), 2);
    float c = cos(turn), s = sin(turn);
    float2x2 m = float2x2(c, s, -s, c);
    return m * way + center;
}
