// Pixels of a small image, weighted by their distance and by the similarity of a large image there and here.
//
//   at       the pixel's centre in the large image, which is input 0
//   ratio    pixels of the small image for one of the large one
//   origin   lower left corner of the large image
//   small    lower left corner of the small image, which is input 1
//   falloff  1 / (2 sigma^2) of distances and of differences in luma
//   reach    whole pixels of the small image to each side
//   luma     weights of red, green and blue
//   returns premultiplied
//
// Twin: ImageFilters/GeometryAdjustment/EdgePreserveUpsampleFilter.swift
vec4 edgePreserveUpsample(const vec2 at, const vec2 ratio, const vec2 origin, const vec2 small, const vec2 falloff,
                          const float reach, const vec3 luma) {
    float here = dot(read0(at).rgb, luma);
    vec2 position = (at - origin) * ratio + small;
    // On the border of two pixels, rounding would decide.
    float nudge = 0.00390625;
    vec2 first = floor(position + nudge) + 0.5 - reach;
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (float y = 0.0; y <= 2.0 * reach; y += 1.0) {
        for (float x = 0.0; x <= 2.0 * reach; x += 1.0) {
            vec2 other = first + vec2(x, y);
            vec2 way = other - position;
            float step = dot(read0((other - small) / ratio + origin + nudge).rgb, luma) - here;
            float alike = max(exp(-falloff.y * step * step), 1e-6);
            float weight = exp(-falloff.x * dot(way, way)) * alike;
            sum += read1(other) * weight;
            total += weight;
        }
    }
    return sum / total;
}
