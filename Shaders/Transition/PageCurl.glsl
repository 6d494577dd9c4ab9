#include "Shared/Bilinear.glsl"

BILINEAR(bilinear0, read0)
BILINEAR(bilinear2, read2)
BILINEAR(bilinear3, read3)

// Abramowitz and Stegun 4.4.46, for 0...1.
float pageArcsine(const float x) {
    float sum = -0.0012624911;
    sum = sum * x + 0.0066700901;
    sum = sum * x - 0.0170881256;
    sum = sum * x + 0.0308918810;
    sum = sum * x - 0.0501743046;
    sum = sum * x + 0.0889789874;
    sum = sum * x - 0.2145988016;
    sum = sum * x + 1.5707963050;
    return 1.5707963268 - sqrt(1.0 - x) * sum;
}

float pageSmooth(const float value) {
    float t = clamp(value, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A page that rolls up around a cylinder.
//
//   at       the pixel's centre
//   way      the direction in which the cylinder moves
//   curl     where the page leaves the plane, radius, how bright the backside is where it stands upright
//   shadow   its sides across the way, amount and reach
//   shading  middle and half size of the shading image
//   returns premultiplied
//
// Twin: ImageFilters/Transition/PageCurl.swift
vec4 pageCurl(const vec2 at, const vec2 way, const vec3 curl, const vec4 shadow, const vec4 shading) {
    float radius = curl.y;
    float place = dot(at, way);
    float side = way.x * at.y - way.y * at.x;
    float before = curl.x - place;
    float x = clamp(before / radius, 0.0, 1.0);
    float angle = pageArcsine(x);
    bool isPage = before < radius;

    float beside = before - radius;
    float soft = 1.0 / max(shadow.w * 2.46, 1e-3);
    float along = pageSmooth(0.5 + (side - shadow.x) * soft) * pageSmooth(0.5 + (shadow.y - side) * soft);
    float across = pageSmooth(0.5 - beside * soft) * pageSmooth(1.0 + min(beside, 0.0) * soft * 3.0);
    float shade = shadow.z * along * across;
    vec4 under = read1(at) * (1.0 - shade) + vec4(0.0, 0.0, 0.0, shade);
    vec4 front = bilinear0(at + way * (before > 0.0 ? before - radius * angle : 0.0));
    vec4 lying = isPage ? front + under * (1.0 - front.a) : under;

    float around = before > 0.0 ? 3.14159265 - angle : 3.14159265;
    float from = before > 0.0 ? curl.x - radius * around : place + 2.0 * before - radius * 3.14159265;
    vec4 back = bilinear2(at + way * (from - place));
    float upright = max(2.0 * x - 1.0, 0.0);
    float gloss = curl.z * upright * upright;
    vec4 glossy = back * (1.0 - gloss) + vec4(0.69, 0.69, 0.69, 1.0) * (gloss * back.a);
    vec4 turned = glossy + lying * (1.0 - back.a);
    vec4 light = bilinear3(shading.xy - way * shading.zw * x) * back.a;
    vec4 lit = light + turned * (1.0 - light.a);
    return isPage ? lit : lying;
}
