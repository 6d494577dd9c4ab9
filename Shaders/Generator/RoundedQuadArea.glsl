#include "Shared/HalfPlane.glsl"
#include "Shared/QuadCoverage.glsl"

// A rectangle with round corners in one colour under a projective map, weighted by the area of each pixel that it
// covers. Exact along straight edges. Along arcs, the edge within a pixel is treated as straight and moved by the mean
// deviation of the arc.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  the origin of the positions below
//   xs, ys  the corners of the rectangle without rounding, counterclockwise
//   slopes  dx / dy of the edge from each corner to the next; 0 where that is level
//   x, y, w rows of the map from pixels to the rectangle's own plane, its middle at 0
//   reach   half of its width and height there
//   radii   the corner radii there: lower left, lower right, upper left, upper right; 0 for corners that are not round
//
// Source: a circle's edge is where |q| is the radius; the chain rule gives its distance in pixels, and its curvature k,
// whose mean deviation within a pixel is k / 24.
//
// Twin: ImageFilters/Generator/RoundedQuadArea.swift
vec4 roundedQuadArea(const vec2 at, const vec4 color, const vec2 center, const vec4 xs, const vec4 ys, const vec4 slopes,
                     const vec3 x, const vec3 y, const vec3 w, const vec2 reach, const vec4 radii) {
    vec2 way = at - center;
    vec3 position = vec3(way, 1.0);
    float depth = dot(w, position);
    vec2 p = vec2(dot(x, position), dot(y, position)) / depth;
    vec2 pair = p.y < 0.0 ? radii.xy : radii.zw;
    float radius = p.x < 0.0 ? pair.x : pair.y;
    vec2 q = abs(p) - reach + radius;
    float straight = quadCoverage(way, xs, ys, slopes);
    vec2 dx = (x.xy - p.x * w.xy) / depth;
    vec2 dy = (y.xy - p.y * w.xy) / depth;
    float away = max(length(q), 1e-6);
    vec2 unit = q / away;
    vec2 slope = dx * (p.x < 0.0 ? -unit.x : unit.x) + dy * (p.y < 0.0 ? -unit.y : unit.y);
    float steep = max(length(slope), 1e-12);
    vec2 along = vec2(-slope.y, slope.x) / steep;
    vec2 bend = vec2(dot(dx, along), dot(dy, along));
    float inside = (radius - away - dot(bend, bend) / max(24.0 * radius, 1e-6)) / steep;
    float arc = halfPlaneArea(abs(slope) / steep, inside);
    return color * (radius > 0.0 && q.x > 0.0 && q.y > 0.0 ? arc : straight);
}
