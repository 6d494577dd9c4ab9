// Along the column: the distance to the nearest pixel of the mask, whose red is above 1/2, and to the nearest outside
// of it.
//
//   at     the pixel's centre
//   reach  whole pixels to each side; reach + 1 where there is none
//
// Twin: ImageFilters/Gradient/DistanceToMask.swift
vec4 distanceColumns(const vec2 at, const float reach) {
    float inside = reach + 1.0;
    float outside = reach + 1.0;
    for (float y = -reach; y <= reach; y += 1.0) {
        bool isInside = read0(at + vec2(0.0, y)).x > 0.5;
        inside = isInside ? min(inside, abs(y)) : inside;
        outside = isInside ? outside : min(outside, abs(y));
    }
    return vec4(inside, outside, 0.0, 1.0);
}

// Of what the columns found: the distance over most, at most 1; inside, where isSigned is 1, 1 less than that to
// outside, negative.
vec4 distanceRows(const vec2 at, const float reach, const float most, const float isSigned) {
    float inside = (reach + 1.0) * (reach + 1.0);
    float outside = inside;
    for (float x = -reach; x <= reach; x += 1.0) {
        vec4 column = read0(at + vec2(x, 0.0));
        inside = min(inside, x * x + column.x * column.x);
        outside = min(outside, x * x + column.y * column.y);
    }
    float near = min(sqrt(inside) / most, 1.0);
    float deep = min((sqrt(outside) - 1.0) / most, 1.0) * isSigned;
    return vec4(vec3(inside > 0.0 ? near : -deep), 1.0);
}
