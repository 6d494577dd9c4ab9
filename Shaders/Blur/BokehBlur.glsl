// A disc whose inner part counts less.
//
//   disc    mean of the disc, premultiplied
//   inner   mean of its inner part, premultiplied
//   weight  how much less
//   returns premultiplied
//
// Twin: ImageFilters/Blur/BokehBlur.swift
vec4 bokehRing(const vec4 disc, const vec4 inner, const float weight) {
    return disc + (disc - inner) * weight;
}
