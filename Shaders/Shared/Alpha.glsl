// rgb divided by alpha; rgb clear where alpha is 0 or less, or NaN. Twin: Color.unpremultiplied
vec4 unpremultiply(const vec4 color) {
    bool visible = color.a > 0.0;
    float scale = 1.0 / (visible ? color.a : 1.0);
    return vec4(visible ? color.rgb * scale : vec3(0.0), color.a);
}

// rgb multiplied by alpha. Twin: Color.premultiplied
vec4 premultiply(const vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}
