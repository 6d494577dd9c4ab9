// The coordinate frame of a tiling: cells of side width, rotated by axes (cosine and sine) about center.
// Twin: ImageFilters/TileEffect/TileFrame.swift

vec2 tileLocal(const vec2 at, const vec2 center, const vec2 axes, const float width) {
    vec2 way = at - center;
    return vec2(way.x * axes.x + way.y * axes.y, way.y * axes.x - way.x * axes.y) / width;
}

vec2 tilePosition(const vec2 p, const vec2 center, const vec2 axes, const float width) {
    return vec2(p.x * axes.x - p.y * axes.y, p.x * axes.y + p.y * axes.x) * width + center;
}
