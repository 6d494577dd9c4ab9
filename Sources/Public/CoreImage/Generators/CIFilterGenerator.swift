// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Keys are Core Image's.

import Foundation
import ImageGraph

/// Key of what an exported key stands for.
public let kCIFilterGeneratorExportedKey = "CIFilterGeneratorExportedKey"
/// Key of the filter that has it.
public let kCIFilterGeneratorExportedKeyTargetObject = "CIFilterGeneratorExportedKeyTargetObject"
/// Key of the name that it is exported by.
public let kCIFilterGeneratorExportedKeyName = "CIFilterGeneratorExportedKeyName"

/// Several filters, connected, as one: exported keys are the new filter's inputs and outputs.
///
///     let generator = CIFilterGenerator()
///     generator.connect(blur, withKey: kCIOutputImageKey, to: blend, withKey: kCIInputImageKey)
///     generator.exportKey(kCIInputImageKey, from: blur, withName: nil)
///     generator.exportKey(kCIOutputImageKey, from: blend, withName: nil)
///     let glow = generator.filter()
///
/// Mutable, so each thread needs its own; filters that it has made do not change with it.
open class CIFilterGenerator: NSObject, CIFilterConstructor {
  private(set) var graph = FilterGraph()

  /// What filters of this generator say of themselves, as `CIFilter.attributes` does.
  open var classAttributes: [AnyHashable: Any] {
    get { graph.attributes }
    set {
      graph.attributes = Dictionary(newValue.compactMap { key, value in (key as? String).map { ($0, value) } }) { $1 }
    }
  }

  /// Without filters.
  public override init() { super.init() }

  /// What `write(to:atomically:)` wrote; nil where the file is none, or names filters that are not there: the log says
  /// which.
  public init?(contentsOf aURL: URL) {
    super.init()
    do {
      graph = try GeneratorFile.read(aURL)
    } catch {
      RenderLog.process.note("CIFilterGenerator: \(aURL.lastPathComponent): \(error)")
      return nil
    }
  }

  /// An output of a filter becomes an input of another one. What an input was connected to before, it is no longer.
  ///
  /// - Parameters:
  ///   - sourceObject: a filter, or a value that the input is set to.
  ///   - sourceKey: the filter's output; nil for `outputImage`, and for a value.
  open func connect(_ sourceObject: Any, withKey sourceKey: String?, to targetObject: Any, withKey targetKey: String) {
    guard let target = targetObject as? CIFilter else {
      return RenderLog.process.note("CIFilterGenerator.connect: \(type(of: targetObject)) is no filter")
    }
    guard let source = sourceObject as? CIFilter else {
      target.setValue(sourceObject, forKey: targetKey)
      graph.add(target)
      return
    }
    graph.connect(source, sourceKey ?? kCIOutputImageKey, target, targetKey)
  }

  /// Takes a connection away.
  open func disconnectObject(
    _ sourceObject: Any, withKey sourceKey: String, to targetObject: Any, withKey targetKey: String
  ) {
    guard let source = sourceObject as? CIFilter, let target = targetObject as? CIFilter else { return }
    graph.disconnect(source, sourceKey, target, targetKey)
  }

  /// Makes an input or an output of a filter one of the generated filter's.
  ///
  /// - Parameter exportedKeyName: what it is called there; nil: the same. A name that is taken already is noted in the
  ///   log and stays what it was.
  open func exportKey(_ key: String, from targetObject: Any, withName exportedKeyName: String?) {
    guard let target = targetObject as? CIFilter else {
      return RenderLog.process.note("CIFilterGenerator.exportKey: \(type(of: targetObject)) is no filter")
    }
    let name = exportedKeyName ?? key
    if !graph.export(key, of: target, as: name) {
      RenderLog.process.note("CIFilterGenerator.exportKey: \(name) is exported already")
    }
  }

  /// Takes an exported key away.
  open func removeExportedKey(_ exportedKeyName: String) { graph.exports.removeAll { $0.name == exportedKeyName } }

  /// What is exported, by name: dictionaries with `kCIFilterGeneratorExportedKey` and its relatives.
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

  /// What filters of this generator say of an exported input, over what its filter says.
  open func setAttributes(_ attributes: [AnyHashable: Any], forExportedKey key: String) {
    guard let index = graph.exports.firstIndex(where: { $0.name == key }) else {
      return RenderLog.process.note("CIFilterGenerator.setAttributes: \(key) is not exported")
    }
    for case (let name as String, let value) in attributes { graph.exports[index].attributes[name] = value }
  }

  /// A new filter of copies of all filters, with what they are set to as its defaults.
  open func filter() -> CIFilter { GeneratedFilter(graph.copied) }

  /// Lets `CIFilter(name:)` make such filters, as the generator is now.
  open func registerFilterName(_ name: String) {
    CIFilter.registerName(
      name, constructor: GeneratedFilters(graph: graph.copied),
      classAttributes: [kCIAttributeFilterCategories: [kCICategoryFilterGenerator]].merging(graph.attributes) { $1 })
  }

  /// A new filter, whatever its name.
  open func filter(withName name: String) -> CIFilter? { filter() }

  /// Writes filters, what they are set to, connections and exported keys; false where that is not possible: the log
  /// says why. Files end in `.cigenerator`.
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

/// Makes filters of a graph that nobody changes any more.
private struct GeneratedFilters: CIFilterConstructor {
  let graph: FilterGraph
  func filter(withName name: String) -> CIFilter? { GeneratedFilter(graph.copied) }
}
