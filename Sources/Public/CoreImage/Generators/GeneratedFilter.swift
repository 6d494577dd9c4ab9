import Foundation

/// A filter of a generator. Its inputs are inputs of the filters inside.
final class GeneratedFilter: CIFilter {
  private let graph: FilterGraph
  /// The default values by exported names.
  private let initial: [String: Any]

  /// - Parameter initial: the default values. Nil: the current inputs of the filters inside.
  init(_ graph: FilterGraph, initial: [String: Any]? = nil) {
    self.graph = graph
    self.initial =
      initial
      ?? Dictionary(
        graph.exports.compactMap { export in
          graph.filters[export.filter].value(forKey: export.key).map { (export.name, $0) }
        }
      ) { $1 }
    super.init()
    name = graph.attributes[kCIAttributeFilterName] as? String ?? "CIFilterGenerator"
  }

  /// Archives do not support generated filters. Write the generator instead, or register its filter.
  required init?(coder: NSCoder) { nil }

  private func isOutput(_ export: FilterGraph.Export) -> Bool {
    graph.filters[export.filter].outputKeys.contains(export.key)
  }

  override func makeOwnInputs() -> [(key: String, property: any InputProperty)] {
    graph.exports.filter { !isOutput($0) }.map { export in
      (export.name, ExportedInput(graph.filters[export.filter], key: export.key, initial: initial[export.name]))
    }
  }

  override var outputKeys: [String] { graph.exports.filter(isOutput).map(\.name) }

  override var outputImage: CIImage? { value(forKey: kCIOutputImageKey) as? CIImage }

  override func value(forKey key: String) -> Any? {
    guard let export = graph.exports.first(where: { $0.name == key }), isOutput(export) else {
      return super.value(forKey: key)
    }
    if !isEnabled, key == kCIOutputImageKey { return super.value(forKey: kCIInputImageKey) }
    return graph.output(export.key, of: export.filter)
  }

  override var attributes: [String: Any] {
    var all = super.attributes
    for export in graph.exports where !isOutput(export) {
      let own = graph.filters[export.filter].attributes[export.key] as? [String: Any] ?? [:]
      all[export.name] = own.merging([kCIAttributeName: export.name]) { $1 }.merging(export.attributes) { $1 }
    }
    return all.merging(graph.attributes) { $1 }
  }

  override func copy(with zone: NSZone? = nil) -> Any {
    let copy = GeneratedFilter(graph.copied, initial: initial)
    (copy.name, copy.isEnabled, copy.registration) = (name, isEnabled, registration)
    return copy
  }
}

/// An exported input of a filter inside.
private final class ExportedInput: InputProperty {
  private let filter: CIFilter
  private let key: String
  private let initial: Any?

  init(_ filter: CIFilter, key: String, initial: Any?) {
    (self.filter, self.key, self.initial) = (filter, key, initial)
  }

  var object: Any? { filter.value(forKey: key) }
  var typeName: String {
    (filter.attributes[key] as? [String: Any])?[kCIAttributeClass] as? String ?? "of \(filter.name).\(key)"
  }

  func set(_ object: Any?) -> Bool { (try? filter.set(object ?? initial, forKey: key)) != nil }
}
