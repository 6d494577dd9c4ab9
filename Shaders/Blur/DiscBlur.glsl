// The mean of a disc of pixels.
//
//   at      the pixel's centre
//   radius  pixels
//   reach   whole pixels read to each side
//   side    input 1 has means of 2 half + 1 pixels along x
//   weight  1 over the sum of all weights
//   returns premultiplied
//
// Twin: ImageFilters/Blur/DiscBlur.swift
vec4 discBlur(const vec2 at, const float radius, const float reach, const float side, const float weight) {
    float width = 2.0 * side + 1.0;
    vec4 sum = vec4(0.0);
    for (float y = -reach; y <= reach; y += 1.0) {
        float whole = (radius - 0.5) * (radius - 0.5) - y * y;
        float last = whole < 0.0 ? -1.0 : floor(sqrt(max(whole, 0.0)));
        float x = -last;
        for (; x + 2.0 * side <= last; x += width) {
            sum += read1(at + vec2(x + side, y)) * width;
        }
        for (; x <= last; x += 1.0) {
            sum += read0(at + vec2(x, y));
        }
        for (float rim = last + 1.0; rim * rim + y * y < (radius + 0.5) * (radius + 0.5); rim += 1.0) {
            float coverage = min(radius + 0.5 - sqrt(rim * rim + y * y), 1.0);
            sum += read0(at + vec2(rim, y)) * coverage;
            sum += read0(at + vec2(-rim, y)) * (rim > 0.0 ? coverage : 0.0);
        }
    }
    return sum * weight;
}
