import Foundation
import ImageGraph

extension SceneLayer {
  /// The tree as it is now.
  convenience init(_ layer: CALayer, depth: Int = 0) {
    var values: [String: Any] = [:]
    for row in type(of: layer).properties.rows { values[row.key] = layer.stored(row.key) }
    for (key, value) in layer.own where values[key] == nil { values[key] = value }
    if depth == Self.deepest, !layer.children.isEmpty {
      RenderLog.process.note("layers: what lies more than \(Self.deepest) levels deep is not drawn")
    }
    let children = depth < Self.deepest ? layer.drawingOrder : []
    self.init(
      kind: type(of: layer).kind, values: values, sublayers: children.map { SceneLayer($0, depth: depth + 1) },
      mask: depth < Self.deepest ? layer.maskLayer.map { SceneLayer($0, depth: depth + 1) } : nil,
      pictures: layer.pictures)
  }
}
