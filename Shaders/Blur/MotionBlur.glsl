// The two pixels about a point, mixed; along the other axis the point is a pixel's centre.
vec4 readBetween(const vec2 point, const vec2 across) {
    float place = dot(point, across) - 0.5;
    float t = place - floor(place);
    vec4 low = read0(point - t * across);
    return low + (read0(point + (1.0 - t) * across) - low) * t;
}

// A Gaussian along a line, its weights' sum 1.
//
//   at       the pixel's centre
//   step     from tap to tap: whole pixels along one axis
//   across   the other axis, (1, 0) or (0, 1), in which pixels are mixed
//   taps     to each side
//   falloff  the weight of the first tap against the centre
//
// Twin: ImageFilters/Blur/MotionBlur.swift
vec4 motionBlurPass(const vec2 at, const vec2 step, const vec2 across, const int taps, const float falloff) {
    vec4 sum = readBetween(at, across);
    float total = 1.0;
    float weight = falloff;
    float ratio = falloff;
    for (int i = 1; i <= taps; ++i) {
        vec2 way = float(i) * step;
        sum += (readBetween(at + way, across) + readBetween(at - way, across)) * weight;
        total += 2.0 * weight;
        ratio *= falloff * falloff;
        weight *= ratio;
    }
    return sum / total;
}
