// Weighted sum of a block of pixels.
//
//   at      the centre of pixel (i, j), which stands for the block that begins at (i, j) size
//   size    pixels of a block's side
//   weight  of the sum
//
// Twin: ImageFilters/Reduction/AreaAverage.swift
vec4 areaAverageBlocks(const vec2 at, const int size, const float weight) {
    vec2 corner = (at - 0.5) * float(size) + 0.5;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            sum += read0(corner + vec2(float(x), float(y)));
        }
    }
    return sum * weight;
}
