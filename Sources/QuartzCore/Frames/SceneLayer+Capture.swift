import Foundation
import ImageGraph

/// Takes trees as they are at a moment.
struct SceneCapture {
  /// What classes answer for all keys: the same for each layer without a style.
  private var usual: [ObjectIdentifier: [String: Any]] = [:]

  /// The tree of a layer.
  static func tree(of layer: CALayer) -> SceneLayer {
    var capture = SceneCapture()
    return capture.captured(layer, depth: 0)
  }

  private mutating func captured(_ layer: CALayer, depth: Int) -> SceneLayer {
    if depth == SceneLayer.deepest, !layer.children.isEmpty || layer.maskLayer != nil {
      RenderLog.process.note("layers: what lies more than \(SceneLayer.deepest) levels deep is not drawn")
    }
    let goesOn = depth < SceneLayer.deepest
    let children = goesOn ? layer.drawingOrder : []
    return SceneLayer(
      kind: type(of: layer).kind, values: values(of: layer),
      sublayers: children.map { captured($0, depth: depth + 1) },
      mask: goesOn ? layer.maskLayer.map { captured($0, depth: depth + 1) } : nil, pictures: layer.pictures)
  }

  private mutating func values(of layer: CALayer) -> [String: Any] {
    let kind = type(of: layer)
    guard layer.style == nil else {
      return layer.own.merging(kind.properties.keys.compactMap { key in layer.stored(key).map { (key, $0) } }) { $1 }
    }
    var values = usual[ObjectIdentifier(kind)] ?? kind.usualValues
    usual[ObjectIdentifier(kind)] = values
    for key in layer.own.keys { values[key] = layer.stored(key) }
    return values
  }
}

extension CALayer {
  /// What the class answers for its properties, in the form in which values are kept.
  fileprivate class var usualValues: [String: Any] {
    let all = properties.rows.compactMap { row in
      defaultValue(forKey: row.key).flatMap { try? row.accepted($0).get() }.map { (row.key, $0) }
    }
    return Dictionary(all) { $1 }
  }
}
