// The ICC parametric curve of type 4 and its inverse, mirrored for negative values; alpha untouched.
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

float encodedComponent(const float value, const vec4 gabc, const vec3 def, const float join) {
    float y = abs(value);
    float curved = (power(y - def.y, 1.0 / gabc.x) - gabc.z) / gabc.y;
    float linear = gabc.w == 0.0 ? 0.0 : (y - def.z) / gabc.w;
    float x = y >= join ? curved : linear;
    return value < 0.0 ? -x : x;
}

vec4 encodeParametricCurve(const vec4 color, const vec4 gabc, const vec3 def) {
    float join = power(gabc.y * def.x + gabc.z, gabc.x) + def.y;
    return vec4(encodedComponent(color.r, gabc, def, join), encodedComponent(color.g, gabc, def, join),
                encodedComponent(color.b, gabc, def, join), color.a);
}
