// Along the column, in runs: the distances in pixels, upwards and downwards, to the nearest pixel of the mask, whose
// red is above 1/2, in red and green, and to the nearest pixel outside it, in blue and alpha; this pixel is included.
//
//   at      the pixel's centre
//   length  whole pixels of a run; the distance if the run has no such pixel
//
// Twin: ImageFilters/Gradient/DistanceToMask.swift
vec4 distanceRuns(const vec2 at, const float length) {
    vec4 nearest = vec4(length);
    for (float y = length - 1.0; y >= 0.0; y -= 1.0) {
        bool isAbove = read0(at + vec2(0.0, y)).x > 0.5;
        bool isBelow = read0(at - vec2(0.0, y)).x > 0.5;
        nearest = vec4(isAbove ? y : nearest.x, isBelow ? y : nearest.y, isAbove ? nearest.z : y, isBelow ? nearest.w : y);
    }
    return nearest;
}

// Along the column: the distance to the nearest pixel of the mask, and to the nearest outside it.
//
//   at      the pixel's centre
//   reach   whole pixels to each side; reach + 1 if there is none
//   length  of the runs
vec4 distanceColumns(const vec2 at, const float reach, const float length) {
    float inside = reach + 1.0;
    float outside = reach + 1.0;
    for (float y = 0.0; y <= reach; y += length) {
        vec4 above = read0(at + vec2(0.0, y));
        vec4 below = read0(at - vec2(0.0, y));
        inside = min(inside, min(above.x < length ? y + above.x : inside, below.y < length ? y + below.y : inside));
        outside = min(outside, min(above.z < length ? y + above.z : outside, below.w < length ? y + below.w : outside));
    }
    return vec4(inside, outside, 0.0, 1.0);
}

// The minimum over the columns: the distance over most, at most 1. Inside the mask, if isSigned is 1, it is 1 less than
// the distance to the outside, negative.
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
