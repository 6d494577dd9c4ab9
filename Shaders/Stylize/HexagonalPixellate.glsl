// How far a row of hexagons is moved, in cells.
float hexagonShift(const float row) {
    return row * 0.5 - floor(row * 0.5);
}

// The cell that a point lies in: its number along the row and the row's. Twin: HexagonalPixellate.cell
vec2 hexagonNumber(const vec2 point, const float width) {
    float height = width * 0.8660254;
    float row = floor(point.y / height);
    vec2 below = vec2(floor(point.x / width - hexagonShift(row) + 0.5), row);
    vec2 above = vec2(floor(point.x / width - hexagonShift(row + 1.0) + 0.5), row + 1.0);
    vec2 toBelow = point - vec2((below.x + hexagonShift(below.y)) * width, below.y * height);
    vec2 toAbove = point - vec2((above.x + hexagonShift(above.y)) * width, above.y * height);
    return dot(toAbove, toAbove) < dot(toBelow, toBelow) ? above : below;
}

// The mean of a hexagon's pixels.
//
//   at      the centre of pixel (i, j), which stands for cell i of row j
//   center  the middle of cell 0 of row 0
//   width   of a cell
//
// Twin: ImageFilters/Stylize/HexagonalPixellate.swift
vec4 hexagonMean(const vec2 at, const vec2 center, const float width) {
    vec2 own = floor(at);
    vec2 middle = center + vec2((own.x + hexagonShift(own.y)) * width, own.y * width * 0.8660254);
    vec2 low = middle - width * vec2(0.5, 0.5773503);
    vec2 high = middle + width * vec2(0.5, 0.5773503);
    vec4 sum = vec4(0.0);
    float count = 0.0;
    for (float y = floor(low.y) + 0.5; y <= high.y; y += 1.0) {
        for (float x = floor(low.x) + 0.5; x <= high.x; x += 1.0) {
            vec2 number = hexagonNumber(vec2(x, y) - center, width);
            float share = number.x == own.x && number.y == own.y ? 1.0 : 0.0;
            sum += read0(vec2(x, y)) * share;
            count += share;
        }
    }
    return sum / max(count, 1.0);
}

// The mean of the cell that a pixel lies in.
vec4 hexagonCell(const vec2 at, const vec2 center, const float width) {
    return read0(hexagonNumber(at - center, width) + 0.5);
}
