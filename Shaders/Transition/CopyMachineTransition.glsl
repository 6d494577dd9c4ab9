// A bright bar between the target and the source.
//
//   source, target  premultiplied, linear working space
//   at              user plane, pixels
//   way             the direction that the bar moves in
//   bar             its start, 1 over its width, opacity
//   light           the colour of the bar
//   returns premultiplied
//
// Twin: ImageFilters/Transition/CopyMachineTransition.swift
vec4 copyMachineTransition(const vec4 source, const vec4 target, const vec2 at, const vec2 way, const vec3 bar, const
                           vec3 light) {
    float u = clamp((dot(at, way) - bar.x) * bar.y, 0.0, 1.0);
    float bright = min(u * (1.0 / 0.83), (1.0 - u) * (1.0 / 0.17)) * bar.z;
    vec4 under = target + (source - target) * u;
    vec3 lit = under.rgb + (light - 0.021) * (bright * under.a);
    return vec4(lit * (1.0 + bright * (1.28 + bright * 0.18)), under.a);
}
