// Converts counts to fractions.
//
//   color   counts of a bin, for each component
//   weight  scale over the number of pixels
//
// Twin: ImageFilters/Reduction/AreaHistogram.swift
vec4 areaHistogram(const vec4 color, const float weight) {
    return color * weight;
}
