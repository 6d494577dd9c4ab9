import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Access to values by key and key path.
extension CALayer {
  /// Returns a property, or the stored value of any other key; then that of `style`, the class default, zero or nil.
  ///
  /// Numbers have the type of the property. `sublayers`, `mask`, `frame` and `superlayer` are also keys.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "sublayers": return sublayers
    case "mask": return mask
    case "frame": return frame
    case "superlayer": return superlayer
    case "delegate": return delegate
    default: break
    }
    guard let row = Self.properties[key: key] else { return stored(key) ?? initialValue(of: key) }
    return stored(row.key).map(row.object(forStored:)) ?? row.zeroObject
  }

  /// Sets a property or the value of any other key, which the layer stores; nil removes the value, so that the default
  /// applies. Objects of the wrong class are rejected, and a message is logged.
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

  /// Returns the value at a key path: `position.x`, `transform.rotation.z`, `filters.NAME.inputRadius`,
  /// `sublayers.NAME.opacity`. For an invalid path, returns nil, and a message is logged.
  public func value(forKeyPath keyPath: String) -> Any? {
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1 else { return value(forKey: keyPath) }
    if let (layer, suffix) = nestedLayer(path) { return layer.value(forKeyPath: suffix) }
    if let found = component(of: value(forKey: path[0]), path.dropFirst()) { return found }
    logUnknown(keyPath)
    return nil
  }

  /// Sets the value at a key path. Filters, which may be shared, are copied first.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1 else { return setValue(value, forKey: keyPath) }
    if let (layer, suffix) = nestedLayer(path) { return layer.setValue(value, forKeyPath: suffix) }
    guard let new = replaced(self.value(forKey: path[0]), path.dropFirst(), with: value) else {
      return logUnknown(keyPath)
    }
    setValue(new, forKey: path[0])
  }

  /// Returns the named sublayer or the mask that a path leads into, and the remaining path.
  func nestedLayer(_ keyPath: String) -> (CALayer, String)? {
    guard keyPath.hasPrefix("sublayers.") || keyPath.hasPrefix("mask.") else { return nil }
    return nestedLayer(keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  private func nestedLayer(_ path: [String]) -> (CALayer, String)? {
    if path[0] == "mask", let mask { return (mask, path.dropFirst().joined(separator: ".")) }
    guard path[0] == "sublayers", path.count > 2, let layer = children.first(where: { $0.name == path[1] }) else {
      return nil
    }
    return (layer, path.dropFirst(2).joined(separator: "."))
  }

  private func logUnknown(_ keyPath: String) {
    let key = keyPath.split(separator: ".").first.map(String.init) ?? ""
    let paths = value(forKey: key).flatMap { ($0 as? any KeyedValue).map { type(of: $0).paths } } ?? []
    let valid = paths.isEmpty ? "" : "; valid paths are \(paths.map { "\(key).\($0)" }.joined(separator: ", "))"
    RenderLog.process.note("\(type(of: self)): the key path \(keyPath) is invalid\(valid)")
  }

  /// Returns the initial value of a `CALayerProperty`.
  private func initialValue(of key: String) -> Any? {
    for child in Mirror.chain(of: self) where child.label == "_\(key)" {
      if let property = child.value as? any AnyCustomProperty { return property.initialObject }
    }
    return nil
  }
}

/// Returns the component at a path; nil for an unknown path.
func component(of object: Any?, _ path: ArraySlice<String>) -> Any? {
  guard let first = path.first else { return object }
  let suffix = path.dropFirst()
  switch object {
  case let value as any KeyedValue: return value.component(at: path)
  case let filter as CIFilter:
    guard suffix.isEmpty else { return component(of: filter.value(forKey: first), suffix) }
    return first == "enabled" || first == "isEnabled" ? filter.isEnabled : filter.value(forKey: first)
  case let vector as CIVector:
    return CIVector.indexes[first].flatMap { $0 < vector.count ? vector.value(at: $0) : nil }
  case let list as [Any]: return list.first { name(of: $0) == first }.flatMap { component(of: $0, suffix) }
  case let named as any NamedObject: return component(of: named.value(forKey: first), suffix)
  default: return nil
  }
}

/// Returns the value with the component at a path replaced; nil for an unknown path.
func replaced(_ object: Any?, _ path: ArraySlice<String>, with new: Any?) -> Any? {
  guard let first = path.first else { return new }
  let suffix = path.dropFirst()
  switch object {
  case let value as any KeyedValue: return new.flatMap { value.replacing(path, with: $0) }
  case let filter as CIFilter:
    let copy = filter.ownCopy
    if suffix.isEmpty, first == "enabled" || first == "isEnabled" {
      guard let flag = new.flatMap({ Bool.reading($0) }) else { return nil }
      copy.isEnabled = flag
      return copy
    }
    guard filter.inputKeys.contains(first) else { return nil }
    let value = replaced(filter.value(forKey: first), suffix, with: new)
    guard suffix.isEmpty || value != nil else { return nil }
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
      let value = replaced(list[index], suffix, with: new)
    else { return nil }
    list[index] = value
    return list
  case let named as any NamedObject:
    guard let value = replaced(named.value(forKey: first), suffix, with: new) else { return nil }
    return named.setting(value, forKey: first)
  default: return nil
  }
}

/// An object other than a filter that key paths find by its name in a list.
protocol NamedObject {
  var nameInPaths: String? { get }
  func value(forKey key: String) -> Any?
  /// Returns a copy with another value.
  func setting(_ value: Any, forKey key: String) -> Any
}

private func name(of object: Any) -> String? {
  (object as? CIFilter)?.name ?? (object as? any NamedObject)?.nameInPaths
}

extension CIVector {
  fileprivate static let indexes = ["x": 0, "y": 1, "z": 2, "w": 3, "X": 0, "Y": 1, "Z": 2, "W": 3]
}

extension Mirror {
  /// Returns the children of an object, including those of its superclasses.
  static func chain(of object: Any) -> [Child] {
    var (all, next) = ([Child](), Mirror(reflecting: object) as Mirror?)
    while let mirror = next {
      all += mirror.children
      next = mirror.superclassMirror
    }
    return all
  }
}
