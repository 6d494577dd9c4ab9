// The four pixels of input 0 about a point, mixed. Twin: RegionFormula.mixed
vec4 mixed0(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read0(low + 0.5);
    vec4 below = left + (read0(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read0(low + vec2(0.5, 1.5));
    vec4 above = upper + (read0(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}
