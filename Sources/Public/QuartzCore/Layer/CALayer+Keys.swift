import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Values by key and by key path.
extension CALayer {
  /// A property, or what is set for any other key; then `style`, what the class answers, zero or nil.
  ///
  /// Numbers come in the type of the property. `sublayers`, `mask`, `frame` and `superlayer` are keys too.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "sublayers": return sublayers
    case "mask": return mask
    case "frame": return frame
    case "superlayer": return superlayer
    case "delegate": return delegate
    default: break
    }
    guard let row = Self.properties[key: key] else { return stored(key) ?? ownDefault(of: key) }
    return stored(row.key).map(row.given) ?? row.zeroObject
  }

  /// Sets a property or any other key, which is kept with the layer; nil takes the value away, so that the default is
  /// read again. Objects of the wrong class are refused with a line in the log.
  public func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "sublayers": sublayers = value as? [CALayer]
    case "mask": mask = value as? CALayer
    case "frame": if let rect = value as? CGRect { frame = rect }
    case "delegate": delegate = value as? any CALayerDelegate
    default:
      guard let row = Self.properties[key: key] else { return change(key, to: value) }
      set(row: row, value)
    }
  }

  /// A value in a value: `position.x`, `transform.rotation.z`, `filters.NAME.inputRadius`, `sublayers.NAME.opacity`.
  /// Nil, with a line in the log, for paths that lead nowhere.
  public func value(forKeyPath keyPath: String) -> Any? {
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1 else { return value(forKey: keyPath) }
    if let (layer, rest) = layerBelow(path) { return layer.value(forKeyPath: rest) }
    if let found = part(of: value(forKey: path[0]), path.dropFirst()) { return found }
    noteUnknown(keyPath)
    return nil
  }

  /// Sets a value in a value. Filters, which may be others' too, are copied before.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1 else { return setValue(value, forKey: keyPath) }
    if let (layer, rest) = layerBelow(path) { return layer.setValue(value, forKeyPath: rest) }
    guard let new = replaced(self.value(forKey: path[0]), path.dropFirst(), with: value) else {
      return noteUnknown(keyPath)
    }
    setValue(new, forKey: path[0])
  }

  /// The sublayer of a name, or the mask, that a path leads into, and the rest of the path.
  func layerBelow(_ keyPath: String) -> (CALayer, String)? {
    guard keyPath.hasPrefix("sublayers.") || keyPath.hasPrefix("mask.") else { return nil }
    return layerBelow(keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  private func layerBelow(_ path: [String]) -> (CALayer, String)? {
    if path[0] == "mask", let mask { return (mask, path.dropFirst().joined(separator: ".")) }
    guard path[0] == "sublayers", path.count > 2, let layer = children.first(where: { $0.name == path[1] }) else {
      return nil
    }
    return (layer, path.dropFirst(2).joined(separator: "."))
  }

  private func noteUnknown(_ keyPath: String) {
    let key = keyPath.split(separator: ".").first.map(String.init) ?? ""
    let parts = value(forKey: key).flatMap { ($0 as? any KeyedValue).map { type(of: $0).knownPaths } } ?? []
    let known = parts.isEmpty ? "" : "; known are \(parts.map { "\(key).\($0)" }.joined(separator: ", "))"
    RenderLog.process.note("\(type(of: self)): the key path \(keyPath) leads nowhere\(known)")
  }

  /// What a property that `CALayerProperty` declares begins with.
  private func ownDefault(of key: String) -> Any? {
    for child in Mirror.chain(of: self) where child.label == "_\(key)" {
      if let property = child.value as? any AnyCustomProperty { return property.initialObject }
    }
    return nil
  }
}

/// The value at the end of a path into a value; nil for unknown paths.
func part(of object: Any?, _ path: ArraySlice<String>) -> Any? {
  guard let first = path.first else { return object }
  let rest = path.dropFirst()
  switch object {
  case let value as any KeyedValue: return value.part(path)
  case let filter as CIFilter:
    guard rest.isEmpty else { return part(of: filter.value(forKey: first), rest) }
    return first == "enabled" || first == "isEnabled" ? filter.isEnabled : filter.value(forKey: first)
  case let vector as CIVector:
    return CIVector.indexes[first].flatMap { $0 < vector.count ? vector.value(at: $0) : nil }
  case let list as [Any]: return list.first { name(of: $0) == first }.flatMap { part(of: $0, rest) }
  case let named as any NamedObject: return part(of: named.value(forKey: first), rest)
  default: return nil
  }
}

/// The value with what is at the end of a path replaced; nil for unknown paths.
func replaced(_ object: Any?, _ path: ArraySlice<String>, with new: Any?) -> Any? {
  guard let first = path.first else { return new }
  let rest = path.dropFirst()
  switch object {
  case let value as any KeyedValue: return new.flatMap { value.replacing(path, with: $0) }
  case let filter as CIFilter:
    let copy = filter.ownCopy
    if rest.isEmpty, first == "enabled" || first == "isEnabled" {
      guard let flag = new.flatMap({ Bool.reading($0) }) else { return nil }
      copy.isEnabled = flag
      return copy
    }
    guard filter.inputKeys.contains(first) else { return nil }
    let value = replaced(filter.value(forKey: first), rest, with: new)
    guard rest.isEmpty || value != nil else { return nil }
    copy.setValue(value, forKey: first)
    return copy
  case let vector as CIVector:
    guard let index = CIVector.indexes[first], index < vector.count, let number = new.flatMap({ CGFloat.reading($0) })
    else { return nil }
    var values = (0..<vector.count).map { vector.value(at: $0) }
    values[index] = number
    return CIVector(values: values, count: values.count)
  case var list as [Any]:
    guard let index = list.firstIndex(where: { name(of: $0) == first }),
      let value = replaced(list[index], rest, with: new)
    else { return nil }
    list[index] = value
    return list
  case let named as any NamedObject:
    guard let value = replaced(named.value(forKey: first), rest, with: new) else { return nil }
    return named.setting(value, forKey: first)
  default: return nil
  }
}

/// What is found by its name in a list, beside filters.
protocol NamedObject {
  var nameInPaths: String? { get }
  func value(forKey key: String) -> Any?
  /// A copy with another value.
  func setting(_ value: Any, forKey key: String) -> Any
}

private func name(of object: Any) -> String? {
  (object as? CIFilter)?.name ?? (object as? any NamedObject)?.nameInPaths
}

extension CIVector {
  fileprivate static let indexes = ["x": 0, "y": 1, "z": 2, "w": 3, "X": 0, "Y": 1, "Z": 2, "W": 3]
}

extension Mirror {
  /// The children of an object, those of its superclasses too.
  static func chain(of object: Any) -> [Child] {
    var (all, next) = ([Child](), Mirror(reflecting: object) as Mirror?)
    while let mirror = next {
      all += mirror.children
      next = mirror.superclassMirror
    }
    return all
  }
}
