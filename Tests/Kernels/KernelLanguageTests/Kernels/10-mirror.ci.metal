// Mirrored tiles of large pixels.
#include <CoreImage/CoreImage.h>
using namespace metal;
extern "C" float2 mirrorTiles(float4 tile, float size, coreimage::destination dest) {
    float2 p = floor((dest.coord() - tile.xy) / size) * size + size * 0.5;
    float2 cell = floor(p / tile.zw);
    float2 inside = p - cell * tile.zw;
    if (cell.x - 2 * floor(cell.x / 2) != 0) inside.x = tile.z - inside.x;
    if (cell.y - 2 * floor(cell.y / 2) != 0) inside.y = tile.w - inside.y;
    return inside + tile.xy;
}
