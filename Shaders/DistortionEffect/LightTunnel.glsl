// Light from a rim, in straight lines.
//
//   at      user plane, pixels
//   center  of the circle
//   radius  > 0
//   ray     cosine and sine of the angle between a ray and the radius where it leaves the rim
//   returns where the pixel comes from
//
// Twin: ImageFilters/DistortionEffect/LightTunnel.swift
vec2 lightTunnel(const vec2 at, const vec2 center, const float radius, const vec2 ray) {
    vec2 way = at - center;
    float far = max(length(way), 1e-6);
    float scale = min(radius / far, 1.0);
    float sine = scale * ray.y;
    float cosine = sqrt(max(1.0 - sine * sine, 0.0));
    vec2 turn = vec2(cosine * ray.x + sine * ray.y, cosine * ray.y - sine * ray.x);
    vec2 outside = vec2(way.x * turn.x + way.y * turn.y, way.y * turn.x - way.x * turn.y) * scale;
    return mix(way, outside, bvec2(far > radius)) + center;
}
