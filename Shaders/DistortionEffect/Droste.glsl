#include "Shared/ExactFunctions.glsl"

// The image recursively within itself along a spiral.
//
//   at      user plane, pixels
//   center  of the inset
//   inset   half of its size
//   period  logarithm of the ratio of the frame to the inset
//   turn    complex factor of the logarithm
//   shift   added to the logarithm before
//   returns the source position
//
// Twin: ImageFilters/DistortionEffect/Droste.swift
vec2 droste(const vec2 at, const vec2 center, const vec2 inset, const float period, const vec2 turn, const vec2 shift) {
    vec2 way = at - center;
    float real = exactLogarithm(max(length(way), 1e-3)) + shift.x;
    float imaginary = exactAngle(way.y, way.x) + shift.y;
    float size = real * turn.x - imaginary * turn.y;
    float angle = real * turn.y + imaginary * turn.x;
    vec2 outwards = exactDirection(angle);
    vec2 reach = abs(outwards) / inset;
    float insets = size + exactLogarithm(max(reach.x, reach.y));
    return outwards * exactExponential(size - floor(insets / period) * period) + center;
}
