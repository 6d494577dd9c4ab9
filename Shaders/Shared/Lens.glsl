// The deflection of a ray towards the axis of a round lens, in radii; u is the distance at which it enters, 0...1
// inside.
// Twin: ImageFilters/DistortionEffect/Lens.swift
float lensShift(const float u, const float refraction) {
    float enters = min(u, 1.0);
    float leaves = min(enters / refraction, 1.0);
    float height = sqrt(max(1.0 - enters * enters, 0.0));
    float depth = sqrt(max(1.0 - leaves * leaves, 0.0));
    float sine = enters * depth - height * leaves;
    float cosine = height * depth + enters * leaves;
    return height * sine / max(cosine, 1e-6);
}
