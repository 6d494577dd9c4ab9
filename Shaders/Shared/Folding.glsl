// What tilings are folded with; places are in cells. Twin: ImageFilters/TileEffect/Folding.swift

const vec2 lineAt30 = vec2(0.8660254, 0.5);
const vec2 lineAt60 = vec2(0.5, 0.8660254);
const float root3 = 1.7320508;
// 1 / root3.
const float inverseRoot3 = 0.57735027;

// There and back: 0 at 0, 1 at 1, 0 at 2, without end.
vec2 mirrored(const vec2 p) {
    return abs(p - floor(p * 0.5 + 0.5) * 2.0);
}

// The way from the nearest multiple of a step. In the middle between two of them a device's quotient may lie on either
// side, so what is left decides.
vec2 fromNearest(const vec2 p, const vec2 step) {
    vec2 way = p - floor(p / step + 0.5) * step;
    way = mix(way, way - step, greaterThanEqual(way, step * 0.5));
    return mix(way, way + step, lessThan(way, step * -0.5));
}

// The way from the nearest point of a lattice of hexagons.
vec2 hexagon(const vec2 p, const vec2 step) {
    vec2 corner = fromNearest(p, step);
    vec2 middle = fromNearest(p - step * 0.5, step);
    bool isMiddle = dot(middle, middle) < dot(corner, corner);
    return mix(corner, middle, bvec2(isMiddle));
}

// Mirrored to the far side of a line through the centre, where it lies beyond.
vec2 reflected(const vec2 p, const vec2 line) {
    float beyond = max(p.y * line.x - p.x * line.y, 0.0) * 2.0;
    return vec2(p.x + beyond * line.y, p.y - beyond * line.x);
}

// Turned clockwise by the angle of a line, where it lies beyond it.
vec2 turned(const vec2 p, const vec2 line) {
    vec2 turned = vec2(p.x * line.x + p.y * line.y, p.y * line.x - p.x * line.y);
    return mix(p, turned, bvec2(turned.y >= 0.0));
}
