// Half the maximum less the minimum, with the alpha of the maximum.
//
//   high, low  premultiplied, linear working space, any range
//   returns premultiplied
//
// Twin: ImageFilters/Blur/MorphologyGradient.swift
vec4 morphologyGradient(const vec4 high, const vec4 low) {
    return vec4((high.rgb - low.rgb) * 0.5, high.a);
}
