/// A diagram of boxes and the arrows between them, with inputs at the bottom and results at the top.
package struct Diagram: Sendable {
  /// The style of a box, with colours in SVG notation, for example `#e3edfb`.
  package struct Style: Hashable, Sendable {
    package var fill: String
    package var stroke: String
    /// Whether the box has sharp corners and a dashed edge, for stored data rather than an operation.
    package var isDashed = false

    package init(fill: String, stroke: String, isDashed: Bool = false) {
      (self.fill, self.stroke, self.isDashed) = (fill, stroke, isDashed)
    }
  }

  package struct Box: Sendable {
    /// The first line is the title, in bold.
    package var lines: [String]
    package var style: Style
    /// The boxes inside this one, below its lines.
    package var content: Diagram?
    /// The fraction shown by a bar below the lines, 0...1, for example of the time.
    package var fraction: Double?
    /// An image above the lines, as PNG.
    package var image: Image?

    package init(lines: [String], style: Style) { (self.lines, self.style) = (lines, style) }
  }

  package struct Image: Hashable, Sendable {
    package var png: [UInt8]
    /// The size in the drawing's points.
    package var width: Double
    package var height: Double

    package init(png: [UInt8], width: Double, height: Double) {
      (self.png, self.width, self.height) = (png, width, height)
    }
  }

  /// The end of an arrow: a box, or a box inside it.
  package struct End: Hashable, Sendable {
    package var box: Int
    package var inner: Int?

    package init(_ box: Int, inner: Int? = nil) { (self.box, self.inner) = (box, inner) }
  }

  package struct Arrow: Hashable, Sendable {
    package var from: End
    package var to: End

    package init(from: End, to: End) { (self.from, self.to) = (from, to) }
  }

  package var boxes: [Box] = []
  /// The arrows, without cycles. Arrows that end in one box are in the order of its inputs.
  package var arrows: [Arrow] = []

  package init() {}
}
