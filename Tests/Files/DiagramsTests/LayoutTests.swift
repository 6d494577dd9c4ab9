import Diagrams
import Foundation
import Testing

/// Drawings as read from the SVG.
@Suite struct LayoutTests {
  private static let style = Diagram.Style(fill: "#ffffff", stroke: "#000000")

  private func diagram(_ count: Int, _ arrows: [(Int, Int)]) -> Diagram {
    var diagram = Diagram()
    diagram.boxes = (0..<count).map { Diagram.Box(lines: ["box \($0)", "a line of text"], style: Self.style) }
    diagram.arrows = arrows.map { Diagram.Arrow(from: .init($0.0), to: .init($0.1)) }
    return diagram
  }

  private func drawing(_ diagram: Diagram) -> Diagram.Drawing {
    Diagram.drawing(of: [.init(title: "Title", subtitle: "words", diagram: diagram)])
  }

  /// Returns the rectangles of the boxes, in their order.
  private func boxes(_ drawing: Diagram.Drawing) throws -> [(x: Double, y: Double, width: Double, height: Double)] {
    let frame = #/<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="\d+" fill="#ffffff" stroke/#
    return try drawing.svg.matches(of: frame).map { match in
      let numbers = try [match.1, match.2, match.3, match.4].map { try #require(Double($0)) }
      return (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  @Test func inputsAreBelowWhatReadsThem() throws {
    let arrows = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)]
    let boxes = try boxes(drawing(diagram(4, arrows)))
    #expect(boxes.count == 4)
    for (from, to) in arrows { #expect(boxes[from].y > boxes[to].y + boxes[to].height) }
  }

  @Test func boxesNeverOverlapAndStayInsideTheDrawing() throws {
    var generator = SystemRandomNumberGenerator()
    for count in [1, 2, 7, 40, 120] {
      var arrows: [(Int, Int)] = []
      for to in 1..<max(count, 2) where to < count {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          arrows.append((Int.random(in: 0..<to, using: &generator), to))
        }
      }
      let drawing = drawing(diagram(count, arrows))
      let boxes = try boxes(drawing)
      #expect(boxes.count == count)
      for (index, a) in boxes.enumerated() {
        #expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= drawing.width && a.y + a.height <= drawing.height)
        for b in boxes[..<index] {
          let isApart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y
          #expect(isApart, "\(arrows)")
        }
      }
    }
  }

  @Test func aChainIsOneStraightColumn() throws {
    let boxes = try boxes(drawing(diagram(30, (1..<30).map { ($0 - 1, $0) })))
    #expect(Set(boxes.map { ($0.x + $0.width / 2).rounded() }).count == 1)
  }

  @Test func boxesInsideAFrameStayInside() throws {
    var outer = diagram(3, [])
    outer.boxes[1].content = diagram(3, [(0, 2), (1, 2)])
    outer.arrows = [
      .init(from: .init(0), to: .init(1, inner: 0)), .init(from: .init(0), to: .init(1, inner: 1)),
      .init(from: .init(1, inner: 2), to: .init(2)),
    ]
    let boxes = try boxes(drawing(outer))
    #expect(boxes.count == 6)
    let frame = boxes[1]
    for inner in boxes[3...] {
      #expect(inner.x > 0 && inner.width < frame.width && inner.height < frame.height)
      #expect(inner.x > frame.x && inner.x + inner.width < frame.x + frame.width)
      #expect(inner.y > frame.y && inner.y + inner.height < frame.y + frame.height)
    }
  }

  @Test func textIsEscaped() {
    var diagram = Diagram()
    diagram.boxes = [.init(lines: ["a < b & \"c\" > d"], style: Self.style)]
    #expect(drawing(diagram).svg.contains("a &lt; b &amp; \"c\" &gt; d"))
  }

  @Test func imagesWithoutTheirLibraryAreRefusedWithWhatToInstall() {
    let drawing = drawing(diagram(2, [(0, 1)]))
    let failure = #expect(throws: Diagram.Drawing.Failure.self) { try drawing.png(by: "libnothing.so.0") }
    #expect("\(String(describing: failure))".contains("install librsvg2-2"))
    #expect(throws: Diagram.Drawing.Failure.self) { try drawing.pdf(by: "libnothing.so.0") }
    // An installed library that is not librsvg.
    #expect(throws: Diagram.Drawing.Failure.self) { try drawing.png(by: "libc.so.6") }
  }

  @Test func anEmptyDiagramIsADrawingOfItsHeadings() {
    #expect(drawing(Diagram()).svg.contains("Title"))
  }
}
