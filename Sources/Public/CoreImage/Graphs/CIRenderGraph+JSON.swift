import Foundation

extension CIRenderGraph {
  /// The graph as JSON with sorted keys.
  ///
  /// `stage`; `region`; `nodes`, each with `id`, `kind` and `name`, and if available `values` (texts), `extent` and
  /// `region_of_interest`, `format`, `bytes`, `pixels`, `milliseconds`, `cached`, `pass` (the id of the pass that
  /// contains the kernel); `edges` with `from` and `to`; for schedules `fast_paths` (names). Rectangles are [x, y,
  /// width, height] in pixels of the image's plane, y upwards, or `"empty"` or `"infinite"`.
  public var json: String { Self.text(object) }

  /// Returns several graphs as a JSON array.
  package static func json(_ graphs: [CIRenderGraph]) -> String { text(graphs.map(\.object)) }

  private var object: [String: Any] {
    var object: [String: Any] = ["stage": stage.rawValue]
    object["region"] = region.map(Self.object)
    object["nodes"] = nodes.map { node in
      var entry: [String: Any] = ["id": node.id, "kind": node.kind.rawValue, "name": node.name]
      if !node.values.isEmpty { entry["values"] = node.values }
      entry["extent"] = node.extent.map(Self.object)
      entry["region_of_interest"] = node.regionOfInterest.map(Self.object)
      entry["format"] = node.format.map { "\($0)" }
      entry["bytes"] = node.byteCount
      entry["pixels"] = node.pixelCount
      entry["milliseconds"] = node.milliseconds
      if node.isCached { entry["cached"] = true }
      entry["pass"] = node.pass
      return entry
    }
    if !fastPaths.isEmpty { object["fast_paths"] = fastPaths }
    object["edges"] = edges.map { ["from": $0.from, "to": $0.to] }
    return object
  }

  private static func object(_ rect: CGRect) -> Any {
    if rect.isNull || rect.isEmpty { return "empty" }
    if rect.isInfinite { return "infinite" }
    return [rect.minX, rect.minY, rect.width, rect.height].map { Double($0) }
  }

  private static func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    // The object has numbers, texts, arrays and dictionaries only, and no number without a JSON form.
    return String(decoding: data ?? Data("null".utf8), as: UTF8.self) + "\n"
  }
}
