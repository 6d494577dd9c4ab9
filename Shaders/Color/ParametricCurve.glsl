// The ICC parametric curve of type 4 and its inverse, mirrored for negative values; alpha unchanged.
//
//   color  straight or opaque, any range
//   gabc   g, a, b, c; g > 0, a > 0
//   def    d, e, f
//   y = (a x + b)^g + e for x >= d, else c x + f
//
// Twin: ImageGraph/Formulas/ColorConversions.swift
#include "Shared/Power.glsl"

float decodedComponent(const float value, const vec4 gabc, const vec3 def) {
    float x = abs(value);
    float curved = power(x * gabc.y + gabc.z, gabc.x) + def.y;
    float y = x >= def.x ? curved : x * gabc.w + def.z;
    return value < 0.0 ? -y : y;
}

vec4 decodeParametricCurve(const vec4 color, const vec4 gabc, const vec3 def) {
    return vec4(decodedComponent(color.r, gabc, def), decodedComponent(color.g, gabc, def),
                decodedComponent(color.b, gabc, def), color.a);
}

// Encodes a component. `precomputed` holds 1 / a, 1 / c or 0, 1 / g, and the join of the two segments.
float encodedComponent(const float value, const vec4 precomputed, const vec4 gabc, const vec3 def) {
    float y = abs(value);
    float curved = (power(y - def.y, precomputed.z) - gabc.z) * precomputed.x;
    float linear = (y - def.z) * precomputed.y;
    float x = y >= precomputed.w ? curved : linear;
    return value < 0.0 ? -x : x;
}

vec4 encodeParametricCurve(const vec4 color, const vec4 gabc, const vec3 def) {
    float join = power(gabc.y * def.x + gabc.z, gabc.x) + def.y;
    vec4 precomputed = vec4(1.0 / gabc.y, gabc.w == 0.0 ? 0.0 : 1.0 / gabc.w, 1.0 / gabc.x, join);
    return vec4(encodedComponent(color.r, precomputed, gabc, def), encodedComponent(color.g, precomputed, gabc, def),
                encodedComponent(color.b, precomputed, gabc, def), color.a);
}
