// Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7. Twin: BlurredRectangleGenerator.errorFunction
float errorFunction(const float x) {
    float t = 1.0 / (1.0 + 0.3275911 * abs(x));
    float low = ((1.061405429 * t - 1.453152027) * t + 1.421413741) * t;
    float polynomial = ((low - 0.284496736) * t + 0.254829592) * t;
    float positive = 1.0 - polynomial * exp(-x * x);
    return x < 0.0 ? -positive : positive;
}
