// A function that interpolates an input between pixel centres: the mean of four pixels, weighted by distance.
// BILINEAR(bilinear0, read0) defines vec4 bilinear0(const vec2 at).
// Twin: RegionFormula.bilinear
#define BILINEAR(name, read) \
    vec4 name(const vec2 at) { \
        vec2 low = floor(at - 0.5); \
        vec2 t = at - 0.5 - low; \
        vec4 left = read(low + 0.5); \
        vec4 below = left + (read(low + vec2(1.5, 0.5)) - left) * t.x; \
        vec4 upper = read(low + vec2(0.5, 1.5)); \
        vec4 above = upper + (read(low + 1.5) - upper) * t.x; \
        return below + (above - below) * t.y; \
    }
