// The distance of a pixel from the front.
//
//   mask      premultiplied; only green is used
//   left      the mask a pixel to the left
//   below     the mask a pixel below
//   shadow    the mask at the shadow's offset
//   time      0...1
//   softness  1 / radius of the shadow
//   returns the remaining fraction of the source, the shadow, 0, 1
//
// Twin: ImageFilters/Transition/DisintegrateWithMaskTransition.swift
vec4 disintegrateFront(const vec4 mask, const vec4 left, const vec4 below, const vec4 shadow, const vec2 at,
                       const float time, const float softness) {
    float change = max(abs(mask.g - left.g), abs(mask.g - below.g)) + 0.001;
    return vec4(clamp(0.5 + (mask.g - time) / change, 0.0, 1.0),
                clamp(0.5 + (shadow.g - time) * softness / change, 0.0, 1.0), 0.0, 1.0);
}

// The source where it remains, elsewhere the target under its shadow.
//
//   source, target  premultiplied, linear working space
//   front           the remaining fraction of the source, and the shadow
//   density         of the shadow
//   light           by which the source is brighter, and the target darker
//   returns premultiplied
//
// Twin: ImageFilters/Transition/DisintegrateWithMaskTransition.swift
vec4 disintegrate(const vec4 source, const vec4 target, const vec4 front, const vec2 at, const float density,
                  const float light) {
    vec4 under = vec4(target.rgb * ((1.0 - front.g * density) * (1.0 - light)), target.a);
    return under + (vec4(source.rgb * (1.0 + light), source.a) - under) * front.r;
}
