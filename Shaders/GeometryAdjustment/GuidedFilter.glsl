// The linear model a luma + b that fits an image best around a pixel.
//
//   at       the pixel's centre; input 0 is the guide, input 1 the image
//   reach    whole pixels to each side
//   epsilon  added to the variance of luma
//   weights  of red, green and blue in luma
//   part     0: a, 1: b
//   returns a or b of each component, premultiplied
//
// Twin: ImageFilters/GeometryAdjustment/GuidedFilter.swift
vec4 guidedFit(const vec2 at, const float reach, const float epsilon, const vec3 weights, const float part) {
    float middle = dot(read0(at).rgb, weights);
    vec4 color = read1(at);
    float luma = 0.0;
    float square = 0.0;
    vec4 mean = vec4(0.0);
    vec4 product = vec4(0.0);
    for (float y = -reach; y <= reach; y += 1.0) {
        for (float x = -reach; x <= reach; x += 1.0) {
            vec2 position = at + vec2(x, y);
            float step = dot(read0(position).rgb, weights) - middle;
            vec4 change = read1(position) - color;
            luma += step;
            square += step * step;
            mean += change;
            product += change * step;
        }
    }
    float count = (2.0 * reach + 1.0) * (2.0 * reach + 1.0);
    luma /= count;
    mean /= count;
    vec4 slope = (product / count - mean * luma) / (square / count - luma * luma + epsilon);
    vec4 offset = mean + color - slope * (luma + middle);
    return part > 0.5 ? offset : slope;
}

// The linear model at the guide's luma.
vec4 guidedLine(const vec4 guide, const vec4 slope, const vec4 offset, const vec3 weights) {
    return slope * dot(guide.rgb, weights) + offset;
}
