#include "Shared/Mixed.glsl"

// As mixed0, of input 1.
vec4 mixed1(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read1(low + 0.5);
    vec4 below = left + (read1(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read1(low + vec2(0.5, 1.5));
    vec4 above = upper + (read1(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}

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
    vec4 source = mixed0(vec2(x, at.y + up.x));
    vec4 target = mixed1(vec2(x, at.y + up.y));
    vec4 color = source + (target - source) * view.z;
    float light = isFold ? 1.0 - view.y * part : 1.0;
    return vec4(color.rgb * light, color.a);
}
