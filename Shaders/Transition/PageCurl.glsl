// The arcsine approximation of Core Image, for 0...1.
float pageArcsine(const float x) {
    float sum = -0.08945;
    sum = sum * x + 0.16076;
    sum = sum * x - 0.11852;
    sum = sum * x + 0.1129;
    sum = sum * x - 0.22009;
    sum = sum * x + 1.56544826;
    return 1.56555 - sqrt(1.00013 - x) * sum;
}

float pageSmooth(const float value) {
    float t = clamp(value, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A page that rolls up around a cylinder.
//
//   at       the pixel's centre
//   way      the direction in which the cylinder moves
//   curl     the line at which the page leaves the plane, radius, the grey of the backside where it is upright
//
// Twin: ImageFilters/Transition/PageCurl.swift

// Pixels before the line at which the page leaves the plane, and the sine of the angle around the cylinder.
vec2 pageTurn(const vec2 at, const vec2 way, const vec3 curl) {
    float before = curl.x - dot(at, way);
    return vec2(before, clamp(before / curl.y, 0.0, 1.0));
}

//   returns the source position of the front
vec2 pageFront(const vec2 at, const vec2 way, const vec3 curl) {
    vec2 turn = pageTurn(at, way, curl);
    return at + way * (turn.x > 0.0 ? turn.x - curl.y * pageArcsine(turn.y) : 0.0);
}

//   returns the source position of the backside
vec2 pageBack(const vec2 at, const vec2 way, const vec3 curl) {
    vec2 turn = pageTurn(at, way, curl);
    float onCylinder = turn.x - curl.y * (3.14159265 - pageArcsine(turn.y));
    return at + way * (turn.x > 0.0 ? onCylinder : 2.0 * turn.x - curl.y * 3.14159265);
}

//   shading  middle and half size of the shading image
//   returns the source position in it
vec2 pageGlint(const vec2 at, const vec2 way, const vec3 curl, const vec4 shading) {
    return shading.xy - way * shading.zw * pageTurn(at, way, curl).y;
}

//   front, target, back, shine  the layers at this position; premultiplied, linear working space
//   shadow                      its middle across the direction, the distance of its ends, amount and softness
//   returns premultiplied
vec4 pageCurl(
    const vec4 front, const vec4 target, const vec4 back, const vec4 shine, const vec2 at, const vec2 way,
    const vec3 curl, const vec4 shadow) {
    vec2 turn = pageTurn(at, way, curl);
    float side = way.x * at.y - way.y * at.x;

    float scale = max(shadow.w, 1e-3);
    float beside = (turn.x - curl.y) / scale;
    float away = max(beside, 0.0);
    float near = 0.478 - away * 0.744;
    float left = clamp(1.0 - away / 0.75, 0.0, 1.0);
    float far = (left * 0.381 + 0.139) * left;
    float dark = near + (far - near) * clamp((away - 0.15) / 0.075, 0.0, 1.0);
    float soft = (min(away, 0.1875) * 1.3 + 0.586) * (2.0 * scale);
    float ends = pageSmooth(0.5 + (shadow.y - abs(side - shadow.x)) / soft);
    float below = min(beside, 0.0);
    float shade = shadow.z * dark * ends * max(pageSmooth(1.0 + below * 2.0), (below + 0.615) * 0.981);
    vec4 under = target * (1.0 - shade) + vec4(0.0, 0.0, 0.0, shade);
    float covered = clamp(curl.y - turn.x, 0.0, 1.0);
    vec4 lying = front + under * (1.0 - front.a);

    float rising = max(turn.y - 0.6, 0.0);
    float upright = turn.y - 0.9;
    float bright = upright > 0.0 ? (upright * 93.28 - 5.214) * upright + 0.473 : rising * (rising * 2.296 + 0.887);
    float gloss = bright * curl.z;
    vec4 grey = vec4(0.703, 0.703, 0.703, 1.0) * (gloss * back.a);
    vec4 turned = back * (1.0 - gloss) + grey + lying * (1.0 - back.a);
    vec4 light = shine * back.a;
    vec4 page = light + turned * (1.0 - light.a);
    return covered > 0.0 ? under + (page - under) * covered : under;
}
