// The folding functions of tilings; positions are in cells. Twin: ImageFilters/TileEffect/Folding.swift

const vec2 lineAt30 = vec2(0.8660254, 0.5);
const vec2 lineAt60 = vec2(0.5, 0.8660254);
const float root3 = 1.7320508;
// 1 / root3.
const float inverseRoot3 = 0.57735027;

// There and back: 0 at 0, 1 at 1, 0 at 2, without end.
vec2 mirrored(const vec2 p) {
    return abs(p - floor(p * 0.5 + 0.5) * 2.0);
}

// The signed distance from the nearest multiple of a step. In the middle between two multiples a device's quotient may
// round to either, so the remainder decides.
vec2 fromNearest(const vec2 p, const vec2 step) {
    vec2 way = p - floor(p / step + 0.5) * step;
    way = mix(way, way - step, greaterThanEqual(way, step * 0.5));
    return mix(way, way + step, lessThan(way, step * -0.5));
}

// The offset from the nearest point of a hexagonal lattice.
vec2 hexagon(const vec2 p, const vec2 step) {
    vec2 corner = fromNearest(p, step);
    vec2 middle = fromNearest(p - step * 0.5, step);
    bool isMiddle = dot(middle, middle) < dot(corner, corner);
    return mix(corner, middle, bvec2(isMiddle));
}

// The point, mirrored at a line through the centre if it is beyond the line.
vec2 reflected(const vec2 p, const vec2 line) {
    float beyond = max(p.y * line.x - p.x * line.y, 0.0) * 2.0;
    return vec2(p.x + beyond * line.y, p.y - beyond * line.x);
}

// The point, rotated clockwise by the angle of a line if it is beyond the line.
vec2 rotated(const vec2 p, const vec2 line) {
    vec2 rotated = vec2(p.x * line.x + p.y * line.y, p.y * line.x - p.x * line.y);
    return mix(p, rotated, bvec2(rotated.y >= 0.0));
}
