// The mean of a linear ramp from 0 to 1, constant outside, between two positions at which its unlimited values are a <=
// b.
float rampMean(const float a, const float b) {
    float low = clamp(a, 0.0, 1.0);
    float high = clamp(b, 0.0, 1.0);
    float sum = (high - low) * (high + low) * 0.5 + max(b, 1.0) - max(a, 1.0);
    return b - a > 1e-6 ? sum / max(b - a, 1e-6) : high;
}

// A colour that ramps up with the direction of a pixel from a centre, from 0 to its full value, and is 0 again at the
// start of a turn. A pixel gets the mean over the range of directions that it spans.
//
//   at      user plane, pixels
//   color   premultiplied, in any encoding
//   center  the origin of the directions
//   axis    the start of a turn, of length 1
//   turn    1 for directions from x towards y, -1 for the opposite
//   start   of the ramp, in turns
//   slope   1 over its length in turns
//
// Twin: ImageFilters/Gradient/ConicRamp.swift
vec4 conicRamp(const vec2 at, const vec4 color, const vec2 center, const vec2 axis, const float turn, const float start,
               const float slope) {
    vec2 way = at - center;
    float across = turn * (axis.x * way.y - axis.y * way.x);
    float width = min(0.15915494 / max(length(way), 1e-6), 1.0);
    float low = atan(across, dot(way, axis)) * 0.15915494 - 0.5 * width;
    low = low - floor(low);
    float high = low + width;
    float first = min(high, 1.0);
    float second = max(high - 1.0, 0.0);
    float sum = rampMean((low - start) * slope, (first - start) * slope) * (first - low)
        + rampMean(-start * slope, (second - start) * slope) * second;
    return color * (sum / (first - low + second));
}
