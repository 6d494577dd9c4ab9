#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)
BILINEAR(bilinear1, read1)

// Two pictures that fade into each other, with a piece that folds.
//
//   at    the pixel's centre
//   fold  where the piece begins, its height, how many sides its folds have, and how much smaller they get
//   full  how high the piece is in each picture
//   view  the middle, how dark the sides get, and the time
//   returns premultiplied
//
// Twin: ImageFilters/Transition/AccordionFoldTransition.swift
vec4 accordionFold(const vec2 at, const vec4 fold, const vec2 full, const vec3 view) {
    float above = at.y - fold.x;
    bool isFold = above > 0.0 && above < fold.y;
    float u = isFold ? above / max(fold.y, 1e-3) : 0.0;
    float side = u * fold.z;
    float part = side - floor(side);
    bool isBack = floor(side) - floor(side * 0.5) * 2.0 > 0.5;
    float depth = isFold ? fold.w * (isBack ? 1.0 - part : part) : 0.0;
    float x = view.x + (at.x - view.x) * (1.0 + depth);
    vec2 up = isFold ? u * full - above : above > 0.0 ? full - fold.y : vec2(0.0);
    vec4 source = bilinear0(vec2(x, at.y + up.x));
    vec4 target = bilinear1(vec2(x, at.y + up.y));
    vec4 color = source + (target - source) * view.z;
    float light = isFold ? 1.0 - view.y * part : 1.0;
    return vec4(color.rgb * light, color.a);
}
