// 1 - min(1, (1 - b) / s); 1 where b is 1 or more, else 0 where s is 0 or less. Twin: colorBurn in Blending.swift
float colorBurn(const float s, const float b) {
    float burned = 1.0 - min((1.0 - b) / (s > 0.0 ? s : 1.0), 1.0);
    float below = s > 0.0 ? burned : 0.0;
    return b < 1.0 ? below : 1.0;
}

// min(1, b / (1 - s)); 0 where b is 0 or less, else 1 where s is 1 or more. Twin: colorDodge in Blending.swift
float colorDodge(const float s, const float b) {
    float inverted = 1.0 - s;
    float dodged = min(b / (s < 1.0 ? inverted : 1.0), 1.0);
    float above = s < 1.0 ? dodged : 1.0;
    return b > 0.0 ? above : 0.0;
}
