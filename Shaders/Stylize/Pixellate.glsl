// One axis of a mosaic: the mean of the pixels whose centres lie in a cell.
//
//   at      the centre of pixel i along the axis, which stands for cell i
//   axis    (1, 0) or (0, 1)
//   size    of a cell, 1 or more
//   origin  where cell 0 begins
//   bounds  first pixel and end of what is not clear
//
// Twin: ImageFilters/Stylize/Pixellate.swift
vec4 pixellatePass(const vec2 at, const vec2 axis, const float size, const float origin, const vec2 bounds) {
    float along = dot(at, axis);
    float low = origin + floor(along) * size;
    float first = ceil(low - 0.5);
    float end = ceil(low + size - 0.5);
    float last = min(end, bounds.y);
    vec4 sum = vec4(0.0);
    for (float x = max(first, bounds.x); x < last; x += 1.0) {
        sum += read0(at + axis * (x + 0.5 - along));
    }
    return sum / (end - first);
}
