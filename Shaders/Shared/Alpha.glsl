// rgb times 1 / alpha; rgb 0 if alpha is NaN or below the least number that devices distinguish from 0.
// Twin: Color.unpremultiplied
vec4 unpremultiply(const vec4 color) {
    bool visible = color.a >= 1.17549435e-38;
    float scale = 1.0 / (visible ? color.a : 1.0);
    return vec4(visible ? color.rgb * scale : vec3(0.0), color.a);
}

// rgb multiplied by alpha. Twin: Color.premultiplied
vec4 premultiply(const vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}
