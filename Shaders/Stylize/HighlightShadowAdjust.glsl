#include "Shared/Alpha.glsl"
#include "Shared/Power.glsl"

// Raises shadows by a root of each component and of the luma; highlights by a power.
//
//   image         premultiplied, linear working space, any range
//   surroundings  the image, blurred; premultiplied
//   shadow        the lightening of shadows; below 0 darkens them
//   strength      added to the exponent at white
//   luma          weights
//   tint          weights of the components added to the roots
//   returns premultiplied, the same alpha
//
// Twin: ImageFilters/Stylize/HighlightShadowAdjust.swift
vec4 highlightShadow(const vec4 image, const vec4 surroundings, const float shadow, const float strength,
                     const vec3 luma, const vec3 tint) {
    vec3 straight = unpremultiply(image).rgb;
    vec3 around = unpremultiply(surroundings).rgb;
    float m = clamp(max(max(around.r, around.g), around.b), 0.0, 1.0);
    float q = m * m;
    float dark = 1.0 - m;
    float near = m * 51.0 + 1.0;
    float rise = dark * dark * (1.0 - m * 0.5) * (1.0 - 0.5 / (near * near)) * 0.418;
    float gain = (2.0 - q) * q * (0.0593 * shadow) + 1.0;
    float light = sqrt(max(dot(straight, luma), 0.0)) * 0.558 + dot(straight, tint);
    vec3 above = max(straight, 0.0);
    float black = clamp(max(max(straight.r, straight.g), straight.b), 0.0, 0.033);
    vec3 lift = ((sqrt(above) + light) * rise - black) * shadow;
    vec3 fall = lift * above / max(above + abs(lift), vec3(1e-6));
    vec3 toned = (power(above, q * strength + 1.0) + min(straight, 0.0)) * gain + (shadow < 0.0 ? fall : lift);
    return vec4(toned * image.a, image.a);
}
