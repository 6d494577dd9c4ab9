#include "Shared/Mixed.glsl"

// As mixed0, of inputs 2 and 3.
vec4 mixed2(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read2(low + 0.5);
    vec4 below = left + (read2(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read2(low + vec2(0.5, 1.5));
    vec4 above = upper + (read2(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}

vec4 mixed3(const vec2 point) {
    vec2 low = floor(point - 0.5);
    vec2 t = point - 0.5 - low;
    vec4 left = read3(low + 0.5);
    vec4 below = left + (read3(low + vec2(1.5, 0.5)) - left) * t.x;
    vec4 upper = read3(low + vec2(0.5, 1.5));
    vec4 above = upper + (read3(low + 1.5) - upper) * t.x;
    return below + (above - below) * t.y;
}

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

// A page that rolls up around a cylinder.
//
//   at       the pixel's centre
//   way      the direction in which the cylinder moves
//   curl     where the page leaves the plane, radius, the shadow's amount and its size in radii
//   page     lower left and upper right corner of what turns
//   shading  middle and half size of the shading image
//   returns premultiplied
//
// Twin: ImageFilters/Transition/PageCurl.swift
vec4 pageCurl(const vec2 at, const vec2 way, const vec4 curl, const vec4 page, const vec4 shading) {
    float radius = curl.y;
    float place = dot(at, way);
    float before = curl.x - place;
    float x = clamp(before / radius, 0.0, 1.0);
    float angle = pageArcsine(x);
    bool isPage = before < radius;

    float beside = max(before - radius, 0.0) / max(curl.w * radius, 1e-3);
    float shade = 1.0 - curl.z * max(1.0 - beside, 0.0) * max(1.0 - beside, 0.0);
    vec4 target = read1(at);
    vec4 under = vec4(target.rgb * shade, target.a);
    vec4 front = mixed0(at + way * (before > 0.0 ? before - radius * angle : 0.0));
    vec4 lying = isPage ? front + under * (1.0 - front.a) : under;

    float around = before > 0.0 ? 3.14159265 - angle : 3.14159265;
    float from = before > 0.0 ? curl.x - radius * around : place + 2.0 * before - radius * 3.14159265;
    vec2 point = at + way * (from - place);
    bool isBack = isPage && point.x >= page.x && point.y >= page.y && point.x < page.z && point.y < page.w;
    vec4 back = mixed2(point);
    vec4 turned = back + lying * (1.0 - back.a);
    vec4 light = mixed3(shading.xy - way * shading.zw * x);
    vec4 lit = light + turned * (1.0 - light.a);
    return isBack ? lit : lying;
}
