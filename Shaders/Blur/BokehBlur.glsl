// A disc whose inner disc has a lower weight.
//
//   disc    mean of the disc, premultiplied
//   inner   mean of its inner disc, premultiplied
//   weight  factor of disc - inner
//   returns premultiplied
//
// Twin: ImageFilters/Blur/BokehBlur.swift
vec4 bokehRing(const vec4 disc, const vec4 inner, const float weight) {
    return disc + (disc - inner) * weight;
}
