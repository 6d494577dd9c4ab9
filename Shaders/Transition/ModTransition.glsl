// The target in holes about the points of a rotated lattice, which is stretched away from the centre.
//
//   source, target  premultiplied
//   at              user plane, pixels
//   center          without stretch
//   turn            cosine and sine of the lattice's angle
//   sizes           compression; 1 / radius; widths of an edge per distance of the lattice
//   stretch         e, f, c: a position s compressions from the centre comes from e - f / (s + c)
//   middle          a, b: and from s + a s^3 + b s^5 if s is below a half
//   returns premultiplied
//
// Twin: ImageFilters/Transition/ModTransition.swift
vec4 modTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 center, const vec2 turn,
                   const vec3 sizes, const vec3 stretch, const vec2 middle) {
    vec2 way = at - center;
    float beside = abs(way.x * (1.0 / sizes.x));
    float square = beside * beside;
    float near = beside * (1.0 + square * (middle.x + square * middle.y));
    float far = stretch.x - stretch.y / (beside + stretch.z);
    float side = (beside < 0.5 ? near : far) * sizes.x;
    float x = way.x < 0.0 ? -side : side;
    vec2 hole = vec2(x * turn.x + way.y * turn.y, way.y * turn.x - x * turn.y) * sizes.y;
    hole -= floor(hole + 0.5);
    float edges = sqrt(dot(hole, hole)) * sizes.z;
    return source + (target - source) * (edges < 17.5 ? min(17.5 - edges, 1.0) : 0.0);
}
