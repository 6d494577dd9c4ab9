// rgb limited to 0...alpha; alpha unchanged, NaN becomes 0.
//
//   color  premultiplied, any range
//
// Twin: ImageGraph/Formulas/ColorConversions.swift
vec4 clampToAlpha(const vec4 color) {
    float most = color.a > 0.0 ? color.a : 0.0;
    vec3 low = vec3(color.r > 0.0 ? color.r : 0.0, color.g > 0.0 ? color.g : 0.0, color.b > 0.0 ? color.b : 0.0);
    return vec4(low.r > color.a ? most : low.r, low.g > color.a ? most : low.g, low.b > color.a ? most : low.b, color.a);
}

// rgb limited to 0...1; alpha unchanged, NaN becomes 0.
//
//   color  straight or opaque, any range
vec4 clampToUnit(const vec4 color) {
    vec3 low = vec3(color.r > 0.0 ? color.r : 0.0, color.g > 0.0 ? color.g : 0.0, color.b > 0.0 ? color.b : 0.0);
    return vec4(low.r < 1.0 ? low.r : 1.0, low.g < 1.0 ? low.g : 1.0, low.b < 1.0 ? low.b : 1.0, color.a);
}

// rgb times alpha if alpha is above 1; alpha unchanged.
//
//   color  straight, any range
vec4 applyExcessAlpha(const vec4 color) {
    return vec4(color.rgb * (color.a > 1.0 ? color.a : 1.0), color.a);
}

// Adds equal noise to red, green and blue, uniform over -range/2...range/2; alpha unchanged.
//
//   color  as it will be stored, before rounding
//   at     the pixel's centre; its integer coordinates determine the noise
//   range  the distance of two stored values, or slightly less
//
// Source of the hash: C. Wellons, "Prospecting for hash functions" (2018), lowbias32, public domain.
vec4 ditherColor(const vec4 color, const vec2 at, const float range) {
    uint hash = uint(int(floor(at.x))) + uint(int(floor(at.y))) * 0x9E3779B9u;
    hash = (hash ^ (hash >> 16)) * 0x7FEB352Du;
    hash = (hash ^ (hash >> 15)) * 0x846CA68Bu;
    hash = hash ^ (hash >> 16);
    float noise = (float(hash >> 9) + 0.5) * 1.1920928955078125e-7 - 0.5;
    return vec4(color.rgb + noise * range, color.a);
}
