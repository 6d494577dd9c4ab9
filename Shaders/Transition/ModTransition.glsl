// The target where a twisted pattern is below the time.
//
//   source, target  premultiplied
//   at              user plane, pixels
//   center          of the twist
//   numbers         time, angle, 2 / radius, 1 / compression
//   returns premultiplied
//
// Twin: ImageFilters/Transition/ModTransition.swift
vec4 modTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 center, const vec4 numbers) {
    vec2 way = at - center;
    float near = exp(-sqrt(dot(way, way)) * numbers.w);
    float turn = near * numbers.y;
    float x = way.x * cos(turn) - way.y * sin(turn);
    float y = way.x * sin(turn) + way.y * cos(turn);
    float pattern = 0.5 + 0.5 * (cos(y * numbers.z) + near * cos(x * numbers.z)) / (1.0 + near);
    return source + (target - source) * clamp((numbers.x * 1.025 - pattern) * 40.0, 0.0, 1.0);
}
