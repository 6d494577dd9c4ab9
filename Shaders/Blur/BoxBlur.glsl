// Mean of 2 * radius + 1 pixels along axis. read0 is input 0; the stitcher connects it to whatever makes that
// input, so a cheap colour chain is pulled through the blur with no picture in between.
//
//   at      the pixel's centre
//   axis    (1, 0) or (0, 1)
//   radius  whole pixels to each side
//
// Twin: ImageFilters/Blur/BoxBlur.swift
vec4 boxBlurPass(const vec2 at, const vec2 axis, const float radius) {
    vec4 sum = read0(at);
    for (float i = 1.0; i <= radius; i += 1.0) {
        sum += read0(at + i * axis) + read0(at - i * axis);
    }
    return sum / (2.0 * radius + 1.0);
}
