// A squared distance counts as smaller than another when it is by more than this. Twin: Palette.nearly
const float NEARLY = 0.9998779296875;

// The squared distance of two colours. Twin: Palette.distance
float colorDistance(const vec3 a, const vec3 b) {
    vec3 offset = a - b;
    return offset.x * offset.x + offset.y * offset.y + offset.z * offset.z;
}
