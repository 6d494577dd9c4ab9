// The distance of a pixel from the front.
//
//   mask      premultiplied; only green is used
//   left      the mask a pixel to the left
//   below     the mask a pixel below
//   time      0...1
//   softness  1 / radius of the shadow
//   returns the remaining fraction of the source, the shadow, 0, 1
//
// Twin: ImageFilters/Transition/DisintegrateWithMaskTransition.swift
vec4 disintegrateFront(const vec4 mask, const vec4 left, const vec4 below, const float time, const float softness) {
    float change = max(abs(mask.g - left.g), abs(mask.g - below.g));
    float distance = (mask.g - time) / (change + 0.001);
    return vec4(clamp(0.5 + distance, 0.0, 1.0), clamp(0.5 + distance * softness, 0.0, 1.0), 0.0, 1.0);
}

// The source where it remains, elsewhere the target under its shadow.
//
//   source, target  premultiplied, linear working space
//   front, shade    the front here, and at the offset of the shadow
//   density         of the shadow
//   light           by which the source is brighter, and the target darker
//   returns premultiplied
//
// Twin: ImageFilters/Transition/DisintegrateWithMaskTransition.swift
vec4 disintegrate(const vec4 source, const vec4 target, const vec4 front, const vec4 shade, const vec2 at,
                  const float density, const float light) {
    vec4 under = vec4(target.rgb * ((1.0 - shade.g * density) * (1.0 - light)), target.a);
    return under + (vec4(source.rgb * (1.0 + light), source.a) - under) * front.r;
}
