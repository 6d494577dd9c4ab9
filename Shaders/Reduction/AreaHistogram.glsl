// From hits to shares.
//
//   color   hits in a bin, for each component
//   weight  scale over the number of pixels
//
// Twin: ImageFilters/Reduction/AreaHistogram.swift
vec4 areaHistogram(const vec4 color, const float weight) {
    return color * weight;
}
