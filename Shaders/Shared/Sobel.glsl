// Gradients of all four components by Sobel's operator, a quarter of its sums. Twin: SobelGradients.sobel
void sobel(const vec2 at, out vec4 x, out vec4 y) {
    vec4 ne = read0(at + vec2(1.0, 1.0));
    vec4 nw = read0(at + vec2(-1.0, 1.0));
    vec4 se = read0(at + vec2(1.0, -1.0));
    vec4 sw = read0(at + vec2(-1.0, -1.0));
    x = ((ne - nw) + (read0(at + vec2(1.0, 0.0)) - read0(at + vec2(-1.0, 0.0))) * 2.0 + (se - sw)) * 0.25;
    y = ((ne - se) + (read0(at + vec2(0.0, 1.0)) - read0(at + vec2(0.0, -1.0))) * 2.0 + (nw - sw)) * 0.25;
}
