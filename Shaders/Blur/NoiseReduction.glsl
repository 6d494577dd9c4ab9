// A Gaussian of five by five pixels where the image differs little from it; sharpened where it differs more.
//
//   at         the pixel's centre
//   luma       weights of red, green and blue, sum 1
//   falloff    the Gaussian's weight at one pixel
//   scale      1 / level
//   sharpness  factor of large differences that is added
//   returns premultiplied
//
// Twin: ImageFilters/Blur/NoiseReduction.swift
vec4 noiseReduction(const vec2 at, const vec3 luma, const float falloff, const float scale, const float sharpness) {
    float far = falloff * falloff * falloff * falloff;
    float total = 1.0 + 2.0 * falloff + 2.0 * far;
    vec4 blur = vec4(0.0);
    for (float y = -2.0; y <= 2.0; y += 1.0) {
        float up = y == 0.0 ? 1.0 : (abs(y) < 1.5 ? falloff : far);
        vec4 row = read0(at + vec2(0.0, y)) + (read0(at + vec2(-1.0, y)) + read0(at + vec2(1.0, y))) * falloff +
                   (read0(at + vec2(-2.0, y)) + read0(at + vec2(2.0, y))) * far;
        blur += row * up;
    }
    blur /= total * total;
    vec4 detail = read0(at) - blur;
    float t = clamp(abs(dot(detail.rgb, luma)) * scale - 1.0, 0.0, 1.0);
    return blur + detail * vec4(vec3((1.0 + sharpness) * t), t);
}
