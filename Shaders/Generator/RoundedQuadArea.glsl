#include "Shared/HalfPlane.glsl"
#include "Shared/QuadCoverage.glsl"

// A rectangle with round corners in one colour, seen through a map of the plane: each pixel shows as much of it as it covers of the
// pixel's square. Exact along straight edges; along arcs each pixel's edge counts as straight, moved by what the arc bends there.
//
//   at      user plane, pixels
//   color   premultiplied
//   center  what the places below are given from
//   xs, ys  the corners of the rectangle without round corners, with the inside on the left of the way around
//   slopes  dx / dy of the edge from each corner to the next; 0 where that is level
//   x, y, w rows of the map from pixels to the rectangle's own plane, its middle at 0
//   reach   half of its width and height there
//   radii   there: lower left, lower right, upper left, upper right; 0 for corners that are not round
//
// Source: a circle's edge lies where |q| is the radius; by the chain rule its distance in pixels, and its curvature k, of which a
// pixel's mean is k / 24.
//
// Twin: ImageFilters/Generator/RoundedQuadArea.swift
vec4 roundedQuadArea(const vec2 at, const vec4 color, const vec2 center, const vec4 xs, const vec4 ys, const vec4 slopes,
                     const vec3 x, const vec3 y, const vec3 w, const vec2 reach, const vec4 radii) {
    vec2 way = at - center;
    vec3 place = vec3(way, 1.0);
    float depth = dot(w, place);
    vec2 p = vec2(dot(x, place), dot(y, place)) / depth;
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
