// The result of a weighted sum: plus the bias, or with the pixel's own alpha and the bias times that alpha.
// Twin: Convolution.sum in ImageFilters/Stylize/Convolution.swift
vec4 convolved(const vec4 sum, const float bias, const float keepsAlpha, const vec2 at) {
    float alpha = read0(at).a;
    return keepsAlpha == 0.0 ? sum + bias : vec4(sum.rgb + bias * alpha, alpha);
}
