// The largest of each component in a disc.
//
//   at      the pixel's centre
//   radius  whole pixels
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MorphologyMaximum.swift
vec4 morphologyMaximum(const vec2 at, const float radius) {
    vec4 result = read0(at);
    for (float y = -radius; y <= radius; y += 1.0) {
        float reach = floor(sqrt(radius * radius - y * y));
        for (float x = -reach; x <= reach; x += 1.0) {
            result = max(result, read0(at + vec2(x, y)));
        }
    }
    return result;
}
