// A star with a cross-shaped flare.
//
//   at      user plane, pixels
//   color   premultiplied, linear working space
//   center  of the star
//   form    radius squared, 1 / reach, cosine and sine of the cross
//   arms    of the cross: brightness, sharpness, softness
//   returns premultiplied
//
// Twin: ImageFilters/Generator/StarShineGenerator.swift
vec4 starShine(const vec2 at, const vec4 color, const vec2 center, const vec4 form, const vec3 arms) {
    vec2 way = at - center;
    float square = dot(way, way);
    float fade = max(1.0 - sqrt(square) * form.y, 0.0);
    float a = way.x * form.z + way.y * form.w;
    float b = way.y * form.z - way.x * form.w;
    float off = min(abs(a * b * arms.y), 1e12);
    float cross = fade * fade * arms.x / (off * off * off + arms.z);
    vec4 lit = color * (form.x / max(square, 0.25)) + cross;
    return vec4(lit.rgb, min(lit.a, 1.0));
}
