/// Boxes and the arrows between them, ready to be drawn: inputs at the bottom, results on top.
package struct Diagram: Sendable {
  /// Colours as SVG has them, for example `#e3edfb`.
  package struct Style: Hashable, Sendable {
    package var fill: String
    package var stroke: String
    /// Sharp corners and a dashed edge: a thing that is stored, not done.
    package var isDashed = false

    package init(fill: String, stroke: String, isDashed: Bool = false) {
      (self.fill, self.stroke, self.isDashed) = (fill, stroke, isDashed)
    }
  }

  package struct Box: Sendable {
    /// The first line is the title, in bold.
    package var lines: [String]
    package var style: Style
    /// Boxes inside of this one, below its lines.
    package var content: Diagram?
    /// 0...1: a bar below the lines, for example a share of the time.
    package var share: Double?
    /// An image above the lines, as PNG.
    package var image: Image?

    package init(lines: [String], style: Style) { (self.lines, self.style) = (lines, style) }
  }

  package struct Image: Hashable, Sendable {
    package var png: [UInt8]
    /// In the drawing's points.
    package var width: Double
    package var height: Double

    package init(png: [UInt8], width: Double, height: Double) {
      (self.png, self.width, self.height) = (png, width, height)
    }
  }

  /// What an arrow ends at: a box, or a box inside of it.
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
  /// Those that end in one box stand in the order of its inputs. Free of cycles.
  package var arrows: [Arrow] = []

  package init() {}
}
