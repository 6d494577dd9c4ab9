// How much of the source is left, in all four components.
//
//   mask  premultiplied; only green counts
//   time  0...1
//
// Twin: ImageFilters/Transition/DisintegrateWithMaskTransition.swift
vec4 disintegrateRemaining(const vec4 mask, const float time) {
    return vec4(clamp((mask.g - (time * 1.04 - 0.02)) * 25.0 + 0.5, 0.0, 1.0));
}

// The target under the shadow of what is left.
vec4 disintegrateShadow(const vec4 target, const vec4 shade, const float density, const float light) {
    return vec4(target.rgb * ((1.0 - shade.a * density) * light), target.a);
}

// The source where it is left, else the target.
vec4 disintegrate(const vec4 source, const vec4 target, const vec4 rest, const float light) {
    return target + (vec4(source.rgb * light, source.a) - target) * rest.a;
}
