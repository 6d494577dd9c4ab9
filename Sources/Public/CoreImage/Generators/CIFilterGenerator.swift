// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Keys are Core Image's.

import Foundation
import ImageGraph

/// The key of the exported key.
public let kCIFilterGeneratorExportedKey = "CIFilterGeneratorExportedKey"
/// The key of the filter that has the exported key.
public let kCIFilterGeneratorExportedKeyTargetObject = "CIFilterGeneratorExportedKeyTargetObject"
/// The key of the exported name.
public let kCIFilterGeneratorExportedKeyName = "CIFilterGeneratorExportedKeyName"

/// A generator of a filter that consists of several connected filters. Exported keys are the inputs and outputs of the
/// new filter.
///
///     let generator = CIFilterGenerator()
///     generator.connect(blur, withKey: kCIOutputImageKey, to: blend, withKey: kCIInputImageKey)
///     generator.exportKey(kCIInputImageKey, from: blur, withName: nil)
///     generator.exportKey(kCIOutputImageKey, from: blend, withName: nil)
///     let glow = generator.filter()
///
/// Mutable, so each thread needs its own. Filters that it has created do not change with it.
open class CIFilterGenerator: NSObject, CIFilterConstructor {
  private(set) var graph = FilterGraph()

  /// The attributes of filters of this generator, as in `CIFilter.attributes`.
  open var classAttributes: [AnyHashable: Any] {
    get { graph.attributes }
    set {
      graph.attributes = Dictionary(newValue.compactMap { key, value in (key as? String).map { ($0, value) } }) { $1 }
    }
  }

  /// Creates a generator without filters.
  public override init() { super.init() }

  /// Reads a file of `write(to:atomically:)`. Returns nil if it is not such a file, or contains unknown filters; the
  /// log states the reason.
  public init?(contentsOf aURL: URL) {
    super.init()
    do {
      graph = try GeneratorFile.read(aURL)
    } catch {
      RenderLog.process.note("CIFilterGenerator: \(aURL.lastPathComponent): \(error)")
      return nil
    }
  }

  /// Connects an output of a filter to an input of another filter. Replaces the previous connection of the input.
  ///
  /// - Parameters:
  ///   - sourceObject: a filter, or a constant value of the input.
  ///   - sourceKey: the filter's output. Nil for `outputImage`, and for a value.
  open func connect(_ sourceObject: Any, withKey sourceKey: String?, to targetObject: Any, withKey targetKey: String) {
    guard let target = targetObject as? CIFilter else {
      return RenderLog.process.note(
        "CIFilterGenerator.connect: the target must be a filter (got \(type(of: targetObject)))")
    }
    guard let source = sourceObject as? CIFilter else {
      target.setValue(sourceObject, forKey: targetKey)
      graph.add(target)
      return
    }
    graph.connect(source, sourceKey ?? kCIOutputImageKey, target, targetKey)
  }

  /// Removes a connection.
  open func disconnectObject(
    _ sourceObject: Any, withKey sourceKey: String, to targetObject: Any, withKey targetKey: String
  ) {
    guard let source = sourceObject as? CIFilter, let target = targetObject as? CIFilter else { return }
    graph.disconnect(source, sourceKey, target, targetKey)
  }

  /// Exports an input or an output of a filter as a key of the generated filter.
  ///
  /// - Parameter exportedKeyName: the exported name. Nil: the key itself. If the name is already exported, the call has
  ///   no effect and is logged.
  open func exportKey(_ key: String, from targetObject: Any, withName exportedKeyName: String?) {
    guard let target = targetObject as? CIFilter else {
      return RenderLog.process.note(
        "CIFilterGenerator.exportKey: the target must be a filter (got \(type(of: targetObject)))")
    }
    let name = exportedKeyName ?? key
    if !graph.export(key, of: target, as: name) {
      RenderLog.process.note("CIFilterGenerator.exportKey: \(name) is already exported")
    }
  }

  /// Removes an exported key.
  open func removeExportedKey(_ exportedKeyName: String) { graph.exports.removeAll { $0.name == exportedKeyName } }

  /// The exported keys by name: dictionaries with `kCIFilterGeneratorExportedKey` etc.
  open var exportedKeys: [AnyHashable: Any] {
    var keys: [AnyHashable: Any] = [:]
    for export in graph.exports {
      keys[export.name] = [
        kCIFilterGeneratorExportedKey: export.key, kCIFilterGeneratorExportedKeyName: export.name,
        kCIFilterGeneratorExportedKeyTargetObject: graph.filters[export.filter],
      ]
    }
    return keys
  }

  /// Sets attributes of an exported input, which override those of its filter.
  open func setAttributes(_ attributes: [AnyHashable: Any], forExportedKey key: String) {
    guard let index = graph.exports.firstIndex(where: { $0.name == key }) else {
      return RenderLog.process.note("CIFilterGenerator.setAttributes: \(key) is not exported")
    }
    for case (let name as String, let value) in attributes { graph.exports[index].attributes[name] = value }
  }

  /// Creates a filter of copies of all filters, with their current inputs as defaults.
  open func filter() -> CIFilter { GeneratedFilter(graph.copied) }

  /// Registers a name for filters of the generator in its current state, for `CIFilter(name:)`.
  open func registerFilterName(_ name: String) {
    CIFilter.registerName(
      name, constructor: GeneratedFilters(graph: graph.copied),
      classAttributes: [kCIAttributeFilterCategories: [kCICategoryFilterGenerator]].merging(graph.attributes) { $1 })
  }

  /// Creates a filter; the name is ignored.
  open func filter(withName name: String) -> CIFilter? { filter() }

  /// Writes filters, their inputs, connections and exported keys. On failure returns false, and the log states the
  /// reason. The file extension is `.cigenerator`.
  open func write(to aURL: URL, atomically flag: Bool) -> Bool {
    do {
      try GeneratorFile.write(graph, to: aURL, atomically: flag)
      return true
    } catch {
      RenderLog.process.note("CIFilterGenerator: \(aURL.lastPathComponent): \(error)")
      return false
    }
  }
}

/// A constructor of filters of an immutable graph.
private struct GeneratedFilters: CIFilterConstructor {
  let graph: FilterGraph
  func filter(withName name: String) -> CIFilter? { GeneratedFilter(graph.copied) }
}
