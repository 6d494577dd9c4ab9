import Foundation

extension Diagram {
  /// A section of a drawing: headings, and a diagram below them.
  package struct Section: Sendable {
    package var title: String
    package var subtitle: String
    package var diagram: Diagram

    package init(title: String, subtitle: String, diagram: Diagram) {
      (self.title, self.subtitle, self.diagram) = (title, subtitle, diagram)
    }
  }

  /// A drawing as SVG 1.1, with its size in points.
  package struct Drawing: Sendable {
    package let svg: String
    package let width: Double
    package let height: Double
  }

  /// Returns a drawing of the diagrams next to each other.
  package static func drawing(of sections: [Section]) -> Drawing {
    let writer = SVGWriter(sections)
    return Drawing(svg: writer.text, width: writer.width, height: writer.height)
  }
}

/// Writes laid-out diagrams as SVG.
private struct SVGWriter {
  private typealias Measure = DiagramLayout.Measure
  private static let margin = 24.0
  private static let heading = (title: 15.0, subtitle: 10.5, height: 50.0)
  private static let between = 56.0

  private var parts: [String] = []
  private(set) var text = ""
  let width: Double
  let height: Double

  init(_ sections: [Diagram.Section]) {
    let layouts = sections.map { DiagramLayout($0.diagram) }
    let widths = zip(sections, layouts).map { section, layout in
      max(
        layout.width, textWidth(section.title, size: Self.heading.title, isBold: true),
        textWidth(section.subtitle, size: Self.heading.subtitle, isBold: false))
    }
    width = (widths.reduce(0, +) + Self.between * Double(max(sections.count - 1, 0)) + 2 * Self.margin).rounded(.up)
    let tallest = layouts.map(\.height).max() ?? 0
    height = (tallest + Self.heading.height + 2 * Self.margin).rounded(.up)
    parts.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(number(width))" \
      height="\(number(height))" viewBox="0 0 \(number(width)) \(number(height))" \
      font-family="'DejaVu Sans', Verdana, sans-serif" font-size="\(number(Measure.text))" fill="#4a5560">
      <rect width="100%" height="100%" fill="#ffffff"/>
      """)
    var x = Self.margin
    for (index, section) in sections.enumerated() {
      let layout = layouts[index]
      write(
        section.title, x: x, y: Self.margin + 14,
        "font-size=\"\(number(Self.heading.title))\" font-weight=\"bold\" fill=\"#1f2933\"")
      write(
        section.subtitle, x: x, y: Self.margin + 31,
        "font-size=\"\(number(Self.heading.subtitle))\" fill=\"#7a8590\"")
      let left = x + (widths[index] - layout.width) / 2
      parts.append(
        "<g transform=\"translate(\(number(left)) \(number(Self.margin + Self.heading.height)))\">")
      draw(layout)
      parts.append("</g>")
      x += widths[index] + Self.between
    }
    parts.append("</svg>\n")
    text = parts.joined(separator: "\n")
  }

  private mutating func draw(_ layout: DiagramLayout) {
    // Frames are below their arrows, and arrows are below the boxes that they touch.
    for box in layout.boxes { draw(box) }
    for route in layout.routes { draw(route) }
    for box in layout.boxes { if let content = box.content { draw(content) } }
  }

  private mutating func draw(_ placed: DiagramLayout.PlacedBox) {
    let (box, style) = (placed.box, placed.box.style)
    let radius = style.isDashed ? 2 : placed.content == nil ? 6 : 9
    parts.append(
      "<rect x=\"\(number(placed.x))\" y=\"\(number(placed.y))\" width=\"\(number(placed.width))\" "
        + "height=\"\(number(placed.height))\" rx=\"\(radius)\" fill=\"\(style.fill)\" stroke=\"\(style.stroke)\" "
        + "stroke-width=\"1.2\"" + (style.isDashed ? " stroke-dasharray=\"4 3\"" : "") + "/>")
    let middle = placed.x + placed.width / 2
    var y = placed.y + Measure.padding.y
    if let image = box.image {
      parts.append(
        "<image x=\"\(number(middle - image.width / 2))\" y=\"\(number(y))\" width=\"\(number(image.width))\" "
          + "height=\"\(number(image.height))\" preserveAspectRatio=\"none\" "
          + "xlink:href=\"data:image/png;base64,\(Data(image.png).base64EncodedString())\"/>")
      y += image.height + Measure.imageGap
    }
    for (index, line) in box.lines.enumerated() {
      let baseline = index == 0 ? y + 12 : y + Measure.titleHeight + (Double(index) - 1) * Measure.lineHeight + 9.5
      let title = " font-size=\"\(number(Measure.title))\" font-weight=\"bold\" fill=\"#1f2933\""
      write(line, x: middle, y: baseline, "text-anchor=\"middle\"" + (index == 0 ? title : ""))
    }
    if let fraction = box.fraction {
      let whole = placed.width - 2 * Measure.padding.x
      for (width, color) in [(whole, "#e6e1d3"), (max(3, whole * min(max(fraction, 0), 1)), "#d9943f")] {
        parts.append(
          "<rect x=\"\(number(placed.x + Measure.padding.x))\" "
            + "y=\"\(number(y + DiagramLayout.textHeight(box) - 3))\" width=\"\(number(width))\" height=\"3\" "
            + "rx=\"1.5\" "
            + "fill=\"\(color)\"/>")
      }
    }
  }

  private mutating func draw(_ placed: DiagramLayout.Route) {
    let route = placed.points
    guard let first = route.first, let end = route.last else { return }
    func pair(_ point: LayeredLayout.Point) -> String { "\(number(point.x)) \(number(point.y))" }
    var path = "M\(pair(first))"
    for start in stride(from: 0, to: route.count, by: 4) {
      let (from, to) = (route[start + 1], route[start + 2])
      path += " L\(pair(from))"
      if abs(from.x - to.x) < 0.5 {
        path += " L\(pair(to))"
      } else {
        let middle = (from.y + to.y) / 2
        path += " C\(number(from.x)) \(number(middle)) \(number(to.x)) \(number(middle)) \(pair(to))"
      }
      path += " L\(pair(route[start + 3]))"
    }
    parts.append("<path d=\"\(path)\" fill=\"none\" stroke=\"#8a94a0\" stroke-width=\"1.3\"/>")
    guard placed.hasHead else { return }
    parts.append(
      "<path d=\"M\(number(end.x - 3.5)) \(number(end.y + 7)) L\(pair(end)) L\(number(end.x + 3.5)) "
        + "\(number(end.y + 7)) Z\" "
        + "fill=\"#8a94a0\"/>")
  }

  private mutating func write(_ text: String, x: Double, y: Double, _ attributes: String) {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    parts.append("<text x=\"\(number(x))\" y=\"\(number(y))\" \(attributes)>\(escaped)</text>")
  }

  /// Returns a coordinate with at most one decimal.
  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
