/// Boxes and arrows. A box is added after those that it reads.
struct Diagram {
  struct Box {
    /// What it is, for its colour: the first word of its first line.
    let kind: String
    let lines: [String]
  }

  private(set) var boxes: [Box] = []
  private var arrows: [(from: Int, to: Int)] = []

  mutating func add(_ box: Box) -> Int {
    boxes.append(box)
    return boxes.count - 1
  }

  mutating func connect(_ from: Int, _ to: Int) { arrows.append((from, to)) }

  var json: [String: Any] {
    [
      "nodes": boxes.enumerated().map { ["id": $0, "kind": $1.kind, "lines": $1.lines] as [String: Any] },
      "edges": arrows.map { ["from": $0.from, "to": $0.to] },
    ]
  }

  /// For Graphviz; inputs at the bottom, output on top, as Core Image draws its graphs.
  var dot: String {
    func quoted(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    let nodes = boxes.enumerated().map { number, box in
      "  n\(number) [label=\"\(box.lines.map(quoted).joined(separator: "\\n"))\", fillcolor=\"\(color(box.kind))\"];"
    }
    let edges = arrows.map { "  n\($0.from) -> n\($0.to);" }
    return """
      digraph recipe {
        rankdir=BT;
        node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];
      \((nodes + edges).joined(separator: "\n"))
      }

      """
  }

  var svg: String {
    let layout = Layout(self)
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" height="\(layout.height)" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      """
    ]
    for (from, to) in arrows {
      let (a, b) = (layout.places[from], layout.places[to])
      let (x1, y1, x2, y2) = (a.x + a.width / 2, a.y, b.x + b.width / 2, b.y + b.height)
      // Around the boxes between when it passes some.
      let aside = layout.rows[to] - layout.rows[from] > 1 ? layout.width * 2 / 3 : 0
      let middle = (y1 + y2) / 2
      parts.append(
        "<path d=\"M\(x1) \(y1) C\(x1 + aside) \(middle) \(x2 + aside) \(middle) \(x2) \(y2)\" fill=\"none\" "
          + "stroke=\"#666\"/><path d=\"M\(x2 - 4) \(y2 + 8) L\(x2) \(y2) L\(x2 + 4) \(y2 + 8) Z\" fill=\"#666\"/>")
    }
    for (box, place) in zip(boxes, layout.places) {
      parts.append(
        "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(place.height)\" rx=\"6\" "
          + "fill=\"\(color(box.kind))\" stroke=\"#333\"/>")
      for (number, line) in box.lines.enumerated() {
        parts.append(
          "<text x=\"\(place.x + 10)\" y=\"\(place.y + 18 + number * Layout.lineHeight)\">\(escaped(line))</text>")
      }
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Inputs purple, colour red, geometry green, the rest blue: the colours of Core Image's own graphs.
  private func color(_ kind: String) -> String {
    switch kind.prefix(while: { $0 != " " }) {
    case "source", "empty": "#e3d7f4"
    case "color": "#fbd9d9"
    case "warp", "affine", "crop", "clamp", "sampled": "#d9f2d9"
    case "dispatch": "#fff1cc"
    default: "#d9e6fb"
    }
  }

  /// Where boxes stand: rows by the longest way from a box that reads nothing, the last row on top.
  private struct Layout {
    static let lineHeight = 16
    private static let gap = (x: 24, y: 44)

    var places: [(x: Int, y: Int, width: Int, height: Int)] = []
    /// Counted from the bottom.
    var rows: [Int]
    var width = 0
    var height = 0

    init(_ diagram: Diagram) {
      rows = Array(repeating: 0, count: diagram.boxes.count)
      // Boxes are numbered inputs first except for pictures, which a dispatch writes later: a few rounds settle those.
      var isSettled = false
      while !isSettled {
        isSettled = true
        for (from, to) in diagram.arrows where rows[to] <= rows[from] && rows[from] < diagram.boxes.count {
          rows[to] = rows[from] + 1
          isSettled = false
        }
      }
      let sizes = diagram.boxes.map { box in
        (width: (box.lines.map(\.count).max() ?? 0) * 7 + 20, height: box.lines.count * Self.lineHeight + 10)
      }
      let last = rows.max() ?? 0
      places = sizes.map { (0, 0, $0.width, $0.height) }
      let rows = rows
      let members = (0...last).map { row in rows.indices.filter { rows[$0] == row } }
      let widths = members.map { $0.reduce(0) { $0 + sizes[$1].width } + max(0, $0.count - 1) * Self.gap.x }
      width = (widths.max() ?? 0) * (last > 1 ? 2 : 1) + 2 * Self.gap.x
      var y = Self.gap.y / 2
      for row in (0...last).reversed() {
        var x = (width - widths[row]) / 2
        for box in members[row] {
          (places[box].x, places[box].y) = (x, y)
          x += sizes[box].width + Self.gap.x
        }
        y += (members[row].map { sizes[$0].height }.max() ?? 0) + Self.gap.y
      }
      height = y - Self.gap.y / 2
    }
  }
}
