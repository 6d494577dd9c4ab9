// The gradient of the component of the largest gradient: along x as red, along y as green, with alpha 1. Twin:
// Steepest.slopes
vec4 steepest(const vec4 x, const vec4 y) {
    vec2 red = vec2(x.r, y.r);
    vec2 green = vec2(x.g, y.g);
    vec2 blue = vec2(x.b, y.b);
    vec2 first = dot(green, green) > dot(red, red) ? green : red;
    vec2 result = dot(blue, blue) > dot(first, first) ? blue : first;
    return vec4(result, 0.0, 1.0);
}
