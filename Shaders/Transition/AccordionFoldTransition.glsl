#include "Shared/Mixed.glsl"

// The source in pleats over the target.
//
//   at      the pixel's centre
//   pleats  where they begin, where they ended at first, the height that is left of 1, how many
//   shade   how much darker every second side becomes
//   returns premultiplied
//
// Twin: ImageFilters/Transition/AccordionFoldTransition.swift
vec4 accordionFold(const vec2 at, const vec4 pleats, const float shade) {
    vec4 target = read1(at);
    vec4 own = read0(at);
    float up = (at.y - pleats.x) / pleats.z;
    float side = up / max(pleats.y - pleats.x, 1e-3) * pleats.w;
    float light = side - floor(side) < 0.5 ? 1.0 : 1.0 - shade * (1.0 - pleats.z);
    vec4 source = mixed0(vec2(at.x, pleats.x + up));
    vec4 folded = vec4(source.rgb * light, source.a) + target * (1.0 - source.a);
    vec4 above = up < pleats.y - pleats.x ? folded : target;
    vec4 bottom = target + (own - target) * pleats.z;
    return at.y > pleats.x ? above : bottom;
}
