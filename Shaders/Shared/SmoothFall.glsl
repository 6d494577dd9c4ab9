// An inverted smoothstep: 1 up to 0, 0 from 1 on, with slope 0 at both. Twin: Lane.smoothFall
float smoothFall(const float x) {
    float t = clamp(x, 0.0, 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
}
