#include "Shared/Alpha.glsl"
#include "Shared/Nearest.glsl"

// Samples on a grid.
//
//   at    the centre of a sample
//   step  pixels between samples
//   size  samples along both axes
//
// Twin: ImageFilters/Reduction/Clusters.swift
vec4 gridSamples(const vec2 at, const float step, const vec2 size) {
    return read0(floor(at) * step + (floor(step * 0.5) + 0.5));
}

// The sum of those pixels of a column that have a cluster index.
//
//   at      x of the column, and the index
//   height  of the column
//   count   number of clusters
//   returns premultiplied sums
vec4 clusterColumns(const vec2 at, const int height, const int count) {
    float number = floor(at.y);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < height; ++i) {
        vec2 position = vec2(at.x, float(i) + 0.5);
        vec4 color = read0(position);
        sum += read1(position).r == number ? color : vec4(0.0);
    }
    return sum;
}

// As clusterColumns, for coordinates: x alpha, y alpha, 0, alpha.
vec4 clusterPositions(const vec2 at, const int height, const int count) {
    float number = floor(at.y);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < height; ++i) {
        vec2 position = vec2(at.x, float(i) + 0.5);
        float alpha = read0(position).a;
        sum += vec4(position, 0.0, 1.0) * (read1(position).r == number ? alpha : 0.0);
    }
    return sum;
}

// The mean of a row of sums.
//
//   at     the centre of pixel k, for row k
//   width  of the row
//   scale  1 over the total weight
//   returns the mean, its weight as alpha; if that is 0, input 1 with alpha 0
vec4 clusterMeans(const vec2 at, const int width, const float scale) {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < width; ++i) {
        sum += read0(vec2(float(i) + 0.5, at.x));
    }
    vec4 old = read1(at);
    float weight = sum.a > 0.0 ? sum.a : 1.0;
    vec3 mean = sum.a > 0.0 ? sum.rgb / weight : old.rgb;
    return vec4(mean, sum.a > 0.0 ? sum.a * scale : 0.0);
}

// The colour of a column that is farthest from all colours of input 1.
//
//   at      x of the column
//   height  of the column
//   count   colours of input 1
//   returns straight colour, its squared distance as alpha
vec4 clusterFarthest(const vec2 at, const int height, const int count) {
    vec4 best = vec4(0.0, 0.0, 0.0, -1.0);
    for (int i = 0; i < height; ++i) {
        vec4 color = unpremultiply(read0(vec2(at.x, float(i) + 0.5)));
        float least = colorDistance(color.rgb, read1(vec2(0.5, 0.5)).rgb);
        for (int j = 1; j < count; ++j) {
            float far = colorDistance(color.rgb, read1(vec2(float(j) + 0.5, 0.5)).rgb);
            least = far < least ? far : least;
        }
        bool wins = color.a > 0.0 && least * NEARLY > best.a;
        best = wins ? vec4(color.rgb, least) : best;
    }
    return best;
}

// Appends a colour to input 1.
//
//   at     the centre of pixel k
//   count  pixels of input 1, which come first
//   width  of input 0's row, of which the pixel with the largest alpha follows
//   returns opaque
vec4 clusterAppended(const vec2 at, const int count, const int width) {
    vec4 best = read0(vec2(0.5, 0.5));
    for (int i = 1; i < width; ++i) {
        vec4 other = read0(vec2(float(i) + 0.5, 0.5));
        best = other.a * NEARLY > best.a ? other : best;
    }
    vec4 existing = read1(at);
    return at.x < float(count) ? existing : vec4(best.rgb, 1.0);
}
