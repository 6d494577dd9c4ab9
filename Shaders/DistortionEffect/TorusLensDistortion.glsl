#include "Shared/Lens.glsl"

// A ring of glass on the image.
//
//   at          user plane, pixels
//   center      of the ring
//   middle      radius of its axis
//   reach       half of its width, > 0
//   refraction  of the glass; 1 has no effect
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/TorusLensDistortion.swift
vec2 torusLens(const vec2 at, const vec2 center, const float middle, const float reach, const float refraction) {
    vec2 way = at - center;
    float far = length(way);
    float off = far - middle;
    float shift = lensShift(abs(off) / reach, refraction) * reach;
    float signedShift = mix(shift, -shift, off < 0.0);
    return at - way * (signedShift / max(far, 1e-6));
}
