// A blend mode's result: `overlap` where both images are present, elsewhere the one that is.
// Source: W3C Compositing and Blending Level 1, section 5, in premultiplied form. Twin:
// ImageFilters/CompositeOperation/Blending.swift
//
//   overlap  the mixed colour times both alphas
vec4 blended(const vec4 source, const vec4 background, const vec3 overlap) {
    return vec4(overlap + source.rgb * (1.0 - background.a) + background.rgb * (1.0 - source.a),
                source.a + background.a - source.a * background.a);
}
