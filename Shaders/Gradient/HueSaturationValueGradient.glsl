float wheelComponent(const float sextant, const float shift, const float saturation) {
    float shifted = sextant + shift;
    float position = shifted - floor(shifted * (1.0 / 6.0)) * 6.0;
    float ramp = clamp(abs(position - 3.0) - 1.0, 0.0, 1.0);
    return 1.0 - saturation + saturation * ramp;
}

// A colour wheel.
//
//   at      the pixel's centre
//   value   of all colours
//   radius  of the wheel, its centre is (radius, radius)
//   slope   1 over the width of its edge
//   returns straight
//
// Twin: ImageFilters/Gradient/HueSaturationValueGradient.swift
vec4 hueSaturationValue(const vec2 at, const float value, const float radius, const float slope) {
    vec2 offset = at - vec2(radius, radius);
    float distance = sqrt(offset.x * offset.x + offset.y * offset.y);
    float saturation = min(distance * (1.0 / radius), 1.0);
    float sextant = atan(offset.y, offset.x) * 0.954929658551372;
    sextant = sextant < 0.0 ? sextant + 6.0 : sextant;
    vec3 rgb = vec3(wheelComponent(sextant, 0.0, saturation), wheelComponent(sextant, 4.0, saturation),
                    wheelComponent(sextant, 2.0, saturation));
    return vec4(rgb * value, clamp((radius - distance) * slope + 0.5, 0.0, 1.0));
}
