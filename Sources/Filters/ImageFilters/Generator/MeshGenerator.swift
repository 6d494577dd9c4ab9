/// CIMeshGenerator: draws lines with round ends.
///
/// Formula: c′(p) = colour · coverage(p), {min}_{lines} |p - line| ≤ {width}/{2}
///
/// Source: Core Image's filter reference; the lines' round ends are our own.
package enum MeshGenerator {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 1.5, min: 0, slider: 1...10)
  static let mesh = Parameter<VectorList>("inputMesh")

  static let filter = Filter(
    "CIMeshGenerator", summary: "Draws line segments.", categories: .extended(.generator),
    since: "macOS 10.14 / iOS 12 / tvOS 12", parameters: [width, .color, mesh], formulas: [.color(formula)],
    example: ["inputWidth": 4]
  ) { (inputs) throws(RenderError) in
    let lines = try LineDrawing(inputs[mesh].vectors, width: inputs[width])
    guard let box = lines.box else { return .empty }
    let strength = Node.source(try lines.image(box)).transformed(by: .translation(box.min.x, box.min.y)) ?? .empty
    return strength.mapped(by: formula, inputs[.color].working)
  }

  /// A premultiplied colour times the red of an image. Linear light. Shader: Generator/MeshGenerator.glsl
  package static let formula = ColorFormula("meshColor", keepsClear: false) { (strength, color: SIMD4<Float>) in
    Color(repeating: color) * strength.red
  }
}
