#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)

// An image with a folding section.
//
//   at    the pixel's centre
//   fold  the start of the section, its height, the number of sides of its folds, and their depth
//   full  the height of the section in this image, and the middle
//   returns premultiplied
//
// Twin: ImageFilters/Transition/AccordionFoldTransition.swift
vec4 accordionFold(const vec2 at, const vec4 fold, const vec2 full) {
    float above = at.y - fold.x;
    bool isFold = above > 0.0 && above < fold.y;
    float u = isFold ? above / max(fold.y, 1e-3) : 0.0;
    float side = u * fold.z;
    float part = side - floor(side);
    bool isBack = floor(side) - floor(side * 0.5) * 2.0 > 0.5;
    float depth = isFold ? fold.w * (isBack ? 1.0 - part : part) : 0.0;
    float x = full.y + (at.x - full.y) * (1.0 + depth);
    float up = isFold ? u * full.x - above : above > 0.0 ? full.x - fold.y : 0.0;
    return bilinear0(vec2(x, at.y + up));
}

// Two folded images that fade into each other, with shading on the sides of the folds.
//
//   source, target  premultiplied, linear working space, any range
//   fold            as above
//   view            the darkening of the sides, and the time
//   returns premultiplied
//
// Twin: ImageFilters/Transition/AccordionFoldTransition.swift
vec4 accordionLight(const vec4 source, const vec4 target, const vec2 at, const vec4 fold, const vec2 view) {
    float above = at.y - fold.x;
    float side = above * (fold.z / max(fold.y, 1e-3));
    bool isFold = above > 0.0 && above < fold.y;
    vec4 color = source + (target - source) * view.y;
    float light = isFold ? 1.0 - view.x * (side - floor(side)) : 1.0;
    return vec4(color.rgb * light, color.a);
}
