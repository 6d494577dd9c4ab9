// Black where edges are strong.
//
//   color      edges, premultiplied
//   threshold  from which lines start
//   contrast   of the ramp to black
//   returns black, premultiplied
//
// Twin: ImageFilters/Stylize/LineOverlay.swift
vec4 lineOverlay(const vec4 color, const float threshold, const float contrast) {
    float edge = max(max(color.r, color.g), color.b);
    return vec4(vec3(0.0), clamp((edge - threshold) * contrast, 0.0, 1.0) * color.a);
}
