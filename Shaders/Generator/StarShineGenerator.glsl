// A star and the cross that it makes.
//
//   at      user plane, pixels
//   color   premultiplied, linear working space
//   center  of the star
//   form    radius squared, 1 / reach, cosine and sine of the cross
//   arms    brightness and sharpness of the cross
//   returns premultiplied
//
// Twin: ImageFilters/Generator/StarShineGenerator.swift
vec4 starShine(const vec2 at, const vec4 color, const vec2 center, const vec4 form, const vec2 arms) {
    vec2 way = at - center;
    float square = dot(way, way);
    float rest = max(1.0 - sqrt(square) * form.y, 0.0);
    float a = way.x * form.z + way.y * form.w;
    float b = way.y * form.z - way.x * form.w;
    float cross = (1.0 / (1.0 + arms.y * a * a) + 1.0 / (1.0 + arms.y * b * b)) * rest * rest * arms.x;
    vec4 lit = color * (form.x / max(square, 0.25)) + cross;
    return vec4(lit.rgb, min(lit.a, 1.0));
}
