/// A diagram with the positions of all boxes, lines of text and arrows; points, y downwards.
struct DiagramLayout {
  /// Sizes shared by all drawings.
  enum Measure {
    static let title = 12.0
    static let text = 10.0
    static let titleHeight = 16.0
    static let lineHeight = 13.5
    static let padding = (x: 11.0, y: 8.0)
    static let gap = (x: 26.0, y: 34.0)
    static let innerGap = (x: 16.0, y: 22.0)
    static let barHeight = 6.0
    static let imageGap = 6.0
  }

  struct PlacedBox {
    let box: Diagram.Box
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// The boxes inside, in the coordinates of the whole drawing.
    var content: DiagramLayout?
  }

  struct Route {
    var points: [LayeredLayout.Point]
    /// False if a line continues inside the box at which it arrives.
    var hasHead = true
  }

  private(set) var boxes: [PlacedBox] = []
  private(set) var routes: [Route] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// For content: the lines that enter from below, and their x coordinates.
  private(set) var entries: [(end: Int, from: Diagram.End, x: Double)] = []

  init(_ diagram: Diagram) { self.init(diagram, entering: [], gap: Measure.gap) }

  /// - Parameter entering: arrows of the diagram around this one that end in a box of this one.
  private init(_ diagram: Diagram, entering: [Diagram.Arrow], gap: (x: Double, y: Double)) {
    // Boxes with content require the layout of that content first.
    let contents = diagram.boxes.enumerated().map { index, box in
      box.content.map { content in
        DiagramLayout(
          content, entering: diagram.arrows.filter { $0.to.box == index && $0.to.inner != nil },
          gap: Measure.innerGap)
      }
    }
    let sizes = zip(diagram.boxes, contents).map(Self.size)
    var nodes = sizes.map { LayeredLayout.Node(width: $0.width, height: $0.height) }
    var links = diagram.arrows.map { arrow in
      LayeredLayout.Link(
        from: arrow.from.box, to: arrow.to.box,
        fromX: arrow.from.inner.flatMap { inner in
          contents[arrow.from.box].map { $0.middle(of: inner, in: sizes[arrow.from.box].width) }
        },
        toX: contents[arrow.to.box].flatMap { content in
          content.entries.first { $0.from == arrow.from && $0.end == arrow.to.inner }
            .map { $0.x + content.left(in: sizes[arrow.to.box].width) }
        })
    }
    // Each image read from outside enters at a single point.
    let sources = entering.map(\.from).reduce(into: [Diagram.End]()) { if !$0.contains($1) { $0.append($1) } }
    let firstEntry = nodes.count
    for _ in sources { nodes.append(LayeredLayout.Node(width: 4, height: 0, isAtBottom: true)) }
    for arrow in entering {
      links.append(LayeredLayout.Link(from: firstEntry + sources.firstIndex(of: arrow.from)!, to: arrow.to.inner!))
    }

    let layout = LayeredLayout(nodes, links, gap: gap)
    (width, height) = (layout.width, layout.height)
    routes = layout.routes.enumerated().map { index, points in
      Route(points: points, hasHead: index >= diagram.arrows.count || diagram.arrows[index].to.inner == nil)
    }
    for (index, box) in diagram.boxes.enumerated() {
      let (position, size) = (layout.positions[index], sizes[index])
      var placed = PlacedBox(box: box, x: position.x, y: position.y, width: size.width, height: size.height)
      if var content = contents[index] {
        content.move(
          x: position.x + content.left(in: size.width), y: position.y + size.height - content.height)
        placed.content = content
      }
      boxes.append(placed)
    }
    entries = entering.map { arrow in
      let position = layout.positions[firstEntry + sources.firstIndex(of: arrow.from)!]
      return (arrow.to.inner!, arrow.from, position.x + 2)
    }
  }

  private func left(in width: Double) -> Double { (width - self.width) / 2 }

  private func middle(of box: Int, in width: Double) -> Double {
    boxes[box].x + boxes[box].width / 2 + left(in: width)
  }

  private mutating func move(x: Double, y: Double) {
    for index in boxes.indices {
      boxes[index].x += x
      boxes[index].y += y
    }
    for index in routes.indices {
      routes[index].points = routes[index].points.map { LayeredLayout.Point(x: $0.x + x, y: $0.y + y) }
    }
  }

  /// Returns the size of a box around its image, its lines, its bar and its content.
  private static func size(_ box: Diagram.Box, _ content: DiagramLayout?) -> (width: Double, height: Double) {
    var width =
      box.lines.enumerated().map { number, line in
        textWidth(line, size: number == 0 ? Measure.title : Measure.text, isBold: number == 0)
      }.max() ?? 0
    var height = 2 * Measure.padding.y + textHeight(box)
    if let image = box.image {
      width = max(width, image.width)
      height += image.height + Measure.imageGap
    }
    if let content {
      width = max(width, content.width)
      height += content.height + Measure.padding.y / 2
    }
    return (width + 2 * Measure.padding.x, height.rounded(.up))
  }

  static func textHeight(_ box: Diagram.Box) -> Double {
    (box.lines.isEmpty ? 0 : Measure.titleHeight + Double(box.lines.count - 1) * Measure.lineHeight)
      + (box.fraction == nil ? 0 : Measure.barHeight)
  }
}
