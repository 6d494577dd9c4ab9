// The plane as repetitions of one cell.
//
//   at      user plane, pixels
//   origin  lower left corner of the cell
//   size    of the cell
//   returns the source position
//
// Twin: ImageFilters/TileEffect/AffineTile.swift
vec2 repeated(const vec2 at, const vec2 origin, const vec2 size) {
    vec2 way = at - origin;
    return way - floor(way / size) * size + origin;
}
