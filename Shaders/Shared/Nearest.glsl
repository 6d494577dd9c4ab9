// The relative factor by which a squared distance must be smaller to count as smaller. Twin: Palette.nearly
const float NEARLY = 0.9998779296875;

// The squared distance of two colours. Twin: Palette.distance
float colorDistance(const vec3 a, const vec3 b) {
    vec3 offset = a - b;
    return offset.x * offset.x + offset.y * offset.y + offset.z * offset.z;
}
