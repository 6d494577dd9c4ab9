// Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7.
float errorFunction(const float x) {
    float t = 1.0 / (1.0 + 0.3275911 * abs(x));
    float low = ((1.061405429 * t - 1.453152027) * t + 1.421413741) * t;
    float polynomial = ((low - 0.284496736) * t + 0.254829592) * t;
    float positive = 1.0 - polynomial * exp(-x * x);
    return x < 0.0 ? -positive : positive;
}

// A rectangle through a Gaussian.
//
//   at     user plane, pixels
//   color  premultiplied, linear working space
//   low    the lower left corner
//   high   the upper right corner
//   scale  1 / (sigma √2)
//   returns premultiplied
//
// Twin: ImageFilters/Generator/BlurredRectangleGenerator.swift
vec4 blurredRectangle(const vec2 at, const vec4 color, const vec2 low, const vec2 high, const float scale) {
    float x = errorFunction((at.x - low.x) * scale) - errorFunction((at.x - high.x) * scale);
    float y = errorFunction((at.y - low.y) * scale) - errorFunction((at.y - high.y) * scale);
    return color * (x * y * 0.25);
}
