// The smallest of each component in a disc.
//
//   at      the pixel's centre
//   radius  whole pixels
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MorphologyMinimum.swift
vec4 morphologyMinimum(const vec2 at, const float radius) {
    vec4 result = read0(at);
    for (float y = -radius; y <= radius; y += 1.0) {
        float reach = floor(sqrt(radius * radius - y * y));
        for (float x = -reach; x <= reach; x += 1.0) {
            result = min(result, read0(at + vec2(x, y)));
        }
    }
    return result;
}

// The smallest of each component in a large disc. Each row of the disc is a few runs, whose minima are already
// computed: read0 has the pixels, read1, read2 and read3 the minima of 4, 16 and 64 pixels starting with a pixel.
//
//   at      the pixel's centre
//   radius  whole pixels
//   returns premultiplied
vec4 morphologyMinimumOfRuns(const vec2 at, const float radius) {
    vec4 result = read0(at);
    for (float y = -radius; y <= radius; y += 1.0) {
        float reach = floor(sqrt(radius * radius - y * y));
        float width = 2.0 * reach + 1.0;
        if (width >= 64.0) {
            for (float x = -reach; x < reach - 63.0; x += 64.0) {
                result = min(result, read3(at + vec2(x, y)));
            }
            result = min(result, read3(at + vec2(reach - 63.0, y)));
        } else if (width >= 16.0) {
            for (float x = -reach; x < reach - 15.0; x += 16.0) {
                result = min(result, read2(at + vec2(x, y)));
            }
            result = min(result, read2(at + vec2(reach - 15.0, y)));
        } else if (width >= 4.0) {
            for (float x = -reach; x < reach - 3.0; x += 4.0) {
                result = min(result, read1(at + vec2(x, y)));
            }
            result = min(result, read1(at + vec2(reach - 3.0, y)));
        } else {
            for (float x = -reach; x <= reach; x += 1.0) {
                result = min(result, read0(at + vec2(x, y)));
            }
        }
    }
    return result;
}
