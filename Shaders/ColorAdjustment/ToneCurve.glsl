float cubic(const float t, const vec4 k) {
    return ((t * k.w + k.z) * t + k.y) * t + k.x;
}

float toneOf(const float value, const vec4 ends, const vec3 joins, const vec4 part0, const vec4 part1,
             const vec4 part2, const vec4 part3) {
    float x = min(max(value, ends.x), ends.y);
    float y = cubic(x - ends.x, part0);
    y = x >= joins.x ? cubic(x - joins.x, part1) : y;
    y = x >= joins.y ? cubic(x - joins.y, part2) : y;
    y = x >= joins.z ? cubic(x - joins.z, part3) : y;
    return y + min(value - ends.x, 0.0) * ends.z + max(value - ends.y, 0.0) * ends.w;
}

// A curve of four cubics on each component.
//
//   color            straight, sRGB-encoded, any range
//   ends             the first and the last x; the slopes before and after them
//   joins            the x coordinates between
//   part0 ... part3  coefficients, the constant first, in the distance from the start of the part
//   returns the same alpha
//
// Twin: ImageFilters/ColorAdjustment/ToneCurve.swift
vec4 toneCurve(const vec4 color, const vec4 ends, const vec3 joins, const vec4 part0, const vec4 part1,
               const vec4 part2, const vec4 part3) {
    return vec4(toneOf(color.r, ends, joins, part0, part1, part2, part3),
                toneOf(color.g, ends, joins, part0, part1, part2, part3),
                toneOf(color.b, ends, joins, part0, part1, part2, part3), color.a);
}
