// A straight colour as hue, saturation and lightness; components outside 0...1 are clamped.
// Twin: ImageFilters/CompositeOperation/HSL.swift

// The hue as its colour of full saturation: largest component 1, smallest 0. Greys have the hue of red.
vec3 hslHue(const vec3 straight) {
    vec3 rgb = clamp(straight, 0.0, 1.0);
    float low = min(min(rgb.r, rgb.g), rgb.b);
    float chroma = max(max(rgb.r, rgb.g), rgb.b) - low;
    bool isColored = chroma > 0.0;
    vec3 hue = (rgb - low) / (isColored ? chroma : 1.0);
    vec3 red = vec3(1.0, 0.0, 0.0);
    return isColored ? hue : red;
}

float hslLightness(const vec3 straight) {
    vec3 rgb = clamp(straight, 0.0, 1.0);
    return (max(max(rgb.r, rgb.g), rgb.b) + min(min(rgb.r, rgb.g), rgb.b)) * 0.5;
}

float hslSaturation(const vec3 straight) {
    vec3 rgb = clamp(straight, 0.0, 1.0);
    float high = max(max(rgb.r, rgb.g), rgb.b);
    float low = min(min(rgb.r, rgb.g), rgb.b);
    float range = 1.0 - abs(high + low - 1.0);
    float saturation = (high - low) / (high > low ? range : 1.0);
    return high > low ? saturation : 0.0;
}

vec3 rgbFromHSL(const vec3 hue, const float saturation, const float lightness) {
    float chroma = saturation * (1.0 - abs(2.0 * lightness - 1.0));
    return (hue - 0.5) * chroma + lightness;
}
