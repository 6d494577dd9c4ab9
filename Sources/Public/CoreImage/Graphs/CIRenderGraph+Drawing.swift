import Diagrams
import Foundation

extension CIRenderGraph {
  /// The colours of a node: pale tones of the colours in Core Image's own graphs.
  struct Style {
    let fill: String
    let stroke: String

    init(_ kind: Node.Kind) {
      (fill, stroke) =
        switch kind {
        case .input: ("#efe8fa", "#8f72c4")
        case .color: ("#fdebe9", "#d2766e")
        case .warp: ("#e6f4e7", "#62a56b")
        case .general: ("#e3edfb", "#5c86c5")
        case .geometry: ("#f3f6fa", "#9fb1c7")
        case .pass: ("#fbfaf6", "#c9c2b0")
        case .intermediate: ("#ffffff", "#9aa3ad")
        case .output: ("#f1f1ee", "#5d6670")
        }
      isStored = kind == .intermediate || kind == .output
    }

    /// Whether the node is an image that passes write.
    private let isStored: Bool

    var drawn: Diagram.Style { Diagram.Style(fill: fill, stroke: stroke, isDashed: isStored) }
  }
}

extension CIRenderGraph {
  /// The graph as an SVG diagram, inputs at the bottom, the result on top.
  ///
  /// A graph of more than 500 nodes is drawn from its result down to that number. Text, JSON and DOT contain all nodes.
  public var svg: String { Self.drawing(of: [self]).svg }

  /// Returns a drawing of graphs side by side.
  static func drawing(of graphs: [CIRenderGraph]) -> Diagram.Drawing {
    Diagram.drawing(
      of: graphs.map { graph in
        let (title, subtitle) = graph.headings
        return Diagram.Section(title: title, subtitle: subtitle, diagram: graph.diagram)
      })
  }

  /// The largest number of boxes in a drawing.
  private static let maxDrawnNodes = 500

  private var headings: (String, String) {
    let parts = summary.split(separator: ", ").map(String.init)
    return (parts[0].prefix(1).uppercased() + parts[0].dropFirst(), parts.dropFirst().joined(separator: " · "))
  }

  private var diagram: Diagram {
    var diagram = Diagram()
    var ends: [Node.ID: Diagram.End] = [:]
    let omitted = max(0, nodes.count - Self.maxDrawnNodes)
    if omitted > 0 {
      diagram.boxes.append(Diagram.Box(lines: ["\(counted(omitted, "step")) more"], style: Style(.geometry).drawn))
    }
    let time = passes.reduce(0) { $0 + ($1.milliseconds ?? 0) }
    for node in nodes.dropFirst(omitted) {
      var box = Diagram.Box(lines: node.lines, style: Style(node.kind).drawn)
      box.image = node.thumbnail
      if let pass = node.pass, let frame = ends[pass]?.box {
        ends[node.id] = Diagram.End(frame, inner: diagram.boxes[frame].content?.boxes.count)
        diagram.boxes[frame].content?.boxes.append(box)
      } else {
        if node.kind == .pass { box.content = Diagram() }
        if let passTime = node.milliseconds, time > 0 { box.fraction = passTime / time }
        ends[node.id] = Diagram.End(diagram.boxes.count)
        diagram.boxes.append(box)
      }
    }
    for edge in edges {
      guard let to = ends[edge.to] else { continue }
      let from = ends[edge.from] ?? Diagram.End(0)
      if from.box == to.box, let inner = from.inner, let reader = to.inner {
        diagram.boxes[from.box].content?.arrows.append(Diagram.Arrow(from: .init(inner), to: .init(reader)))
      } else {
        diagram.arrows.append(Diagram.Arrow(from: from, to: to))
      }
    }
    return diagram
  }
}

extension CIRenderGraph.Node {
  /// The lines in the node's box: its name, then values, extents and measurements.
  var lines: [String] {
    var lines = [shortened(name)]
    if !values.isEmpty { lines.append(shortened(values.joined(separator: ", "))) }
    if let extent {
      lines.append(words(extent))
      if let needed = regionOfInterest, needed != extent { lines.append("needs \(words(needed))") }
    }
    if !measures.isEmpty { lines.append(measures.joined(separator: ", ")) }
    return lines
  }

  private func shortened(_ text: String) -> String {
    let limit = 34
    return text.count <= limit ? text : text.prefix(limit - 2) + " …"
  }
}
