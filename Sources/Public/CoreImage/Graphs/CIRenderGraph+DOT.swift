import Foundation

extension CIRenderGraph {
  /// The graph in Graphviz's DOT language: inputs at the bottom, the result on top, the kernels of a pass in a frame.
  public var dot: String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
    func statement(_ node: Node) -> String {
      let style = Style(node.kind)
      return "n\(node.id) [label=\(quoted(node.lines.joined(separator: "\n"))), fillcolor=\"\(style.fill)\", "
        + "color=\"\(style.stroke)\"];"
    }
    var lines = [
      "digraph \(stage.rawValue) {", "  rankdir=BT;", "  label=\(quoted(summary));",
      "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontsize=11];",
    ]
    let kernels = Dictionary(grouping: nodes.filter { $0.pass != nil }, by: \.pass)
    for node in nodes where node.pass == nil {
      guard node.kind == .pass else {
        lines.append("  " + statement(node))
        continue
      }
      lines.append("  subgraph cluster\(node.id) {")
      lines.append("    label=\(quoted(node.lines.joined(separator: "\n")));")
      lines += (kernels[node.id] ?? []).map { "    " + statement($0) }
      lines.append("  }")
    }
    lines += edges.map { "  n\($0.from) -> n\($0.to);" }
    return lines.joined(separator: "\n") + "\n}\n"
  }
}
