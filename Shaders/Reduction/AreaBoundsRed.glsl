// The distances of the edges of a pixel with red from the opposite edges of a rectangle.
//
//   color   only red is used
//   at      the pixel's centre
//   origin  lower left corner of the rectangle
//   scale   1 over its sides
//   returns 1 - left, 1 - bottom, right, top; 0 without red
//
// Twin: ImageFilters/Reduction/AreaBoundsRed.swift
vec4 boundsRedEdges(const vec4 color, const vec2 at, const vec2 origin, const vec2 scale) {
    float x = (at.x - origin.x) * scale.x;
    float y = (at.y - origin.y) * scale.y;
    float halfX = 0.5 * scale.x;
    float halfY = 0.5 * scale.y;
    float seen = color.r != 0.0 ? 1.0 : 0.0;
    return vec4(1.0 - x + halfX, 1.0 - y + halfY, x + halfX, y + halfY) * seen;
}

// The bounding box of these edges as left, bottom, width and height.
vec4 boundsRedBox(const vec4 edges) {
    float seen = edges.b > 0.0 ? 1.0 : 0.0;
    return vec4(1.0 - edges.r, 1.0 - edges.g, edges.b + edges.r - 1.0, edges.a + edges.g - 1.0) * seen;
}
