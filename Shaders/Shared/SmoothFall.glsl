// 1 at 0 and before, 0 at 1 and beyond, and level at both. Twin: Lane.smoothFall
float smoothFall(const float x) {
    float t = clamp(x, 0.0, 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
}
