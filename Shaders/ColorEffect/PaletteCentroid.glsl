// Centroids from sums.
//
//   at      the centre of pixel k, for row k
//   width   of the row
//   step    pixels for a unit of the sums
//   origin  the origin of the units
//   returns x as red, y as green; opaque, clear if nothing was summed
//
// Twin: ImageFilters/ColorEffect/PaletteCentroid.swift
vec4 paletteCentroids(const vec2 at, const int width, const float step, const vec2 origin) {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < width; ++i) {
        sum += read0(vec2(float(i) + 0.5, at.x));
    }
    float weight = sum.a > 0.0 ? sum.a : 1.0;
    vec2 position = sum.rg / weight * step + origin;
    return sum.a > 0.0 ? vec4(position, 0.0, 1.0) : vec4(0.0);
}
