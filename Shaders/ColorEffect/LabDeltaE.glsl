#include "Shared/Alpha.glsl"
#include "Shared/Lab.glsl"

// Colour difference ΔE*94.
//
//   first, second  premultiplied, linear working space, any range; the first is the reference
//   x, y, z        rows of the matrix to tristimulus values over those of the white
//   returns premultiplied, 0...100 in straight components
//
// Twin: ImageFilters/ColorEffect/LabDeltaE.swift
vec4 labDeltaE(const vec4 first, const vec4 second, const vec3 x, const vec3 y, const vec3 z) {
    vec3 s = unpremultiply(first).rgb;
    vec3 t = unpremultiply(second).rgb;
    vec3 a = labFromXYZ(vec3(dot(s, x), dot(s, y), dot(s, z)));
    vec3 b = labFromXYZ(vec3(dot(t, x), dot(t, y), dot(t, z)));
    vec3 difference = a - b;
    float chroma = sqrt(a.y * a.y + a.z * a.z);
    float chromaOff = chroma - sqrt(b.y * b.y + b.z * b.z);
    float hueSquared = max(difference.y * difference.y + difference.z * difference.z - chromaOff * chromaOff, 0.0);
    float forChroma = 1.0 + 0.045 * chroma;
    float forHue = 1.0 + 0.015 * chroma;
    float parts = difference.x * difference.x + chromaOff * chromaOff / (forChroma * forChroma) +
                  hueSquared / (forHue * forHue);
    float alpha = first.a * second.a;
    return vec4(vec3(min(sqrt(parts), 100.0)) * alpha, alpha);
}
