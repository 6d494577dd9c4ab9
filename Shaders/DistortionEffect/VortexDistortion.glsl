// Turns what lies in a circle, many times around at its centre.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   angle   at the centre, radians; counterclockwise
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/VortexDistortion.swift
vec2 vortex(const vec2 at, const vec2 center, const float radius, const float angle) {
    vec2 way = at - center;
    float rest = max(1.0 - length(way) / radius, 0.0);
    float turn = rest * rest * (rest * rest) * angle;
    float cosine = cos(turn);
    float sine = sin(turn);
    return vec2(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine) + center;
}
