import AnimationMath
import CoreGraphics
import CoreImage
import Foundation

/// A value whose components have key paths.
protocol KeyedValue {
  /// Returns a component; nil for an unknown path.
  func component(at path: ArraySlice<String>) -> Any?
  /// Returns the value with a component replaced; nil for an unknown path or an object of the wrong type.
  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any?
  static var paths: [String] { get }
}

extension CGPoint: KeyedValue {
  static var paths: [String] { ["x", "y"] }

  func component(at path: ArraySlice<String>) -> Any? {
    switch Array(path) {
    case ["x"]: x
    case ["y"]: y
    default: nil
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    guard let number = CGFloat.reading(object) else { return nil }
    switch Array(path) {
    case ["x"]: return CGPoint(x: number, y: y)
    case ["y"]: return CGPoint(x: x, y: number)
    default: return nil
    }
  }
}

extension CGSize: KeyedValue {
  static var paths: [String] { ["width", "height"] }

  func component(at path: ArraySlice<String>) -> Any? {
    switch Array(path) {
    case ["width"]: width
    case ["height"]: height
    default: nil
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    guard let number = CGFloat.reading(object) else { return nil }
    switch Array(path) {
    case ["width"]: return CGSize(width: number, height: height)
    case ["height"]: return CGSize(width: width, height: number)
    default: return nil
    }
  }
}

extension CGRect: KeyedValue {
  static var paths: [String] { ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"] }

  func component(at path: ArraySlice<String>) -> Any? {
    let suffix = path.dropFirst()
    switch path.first {
    case "origin": return suffix.isEmpty ? origin : origin.component(at: suffix)
    case "size": return suffix.isEmpty ? size : size.component(at: suffix)
    default: return nil
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    let suffix = path.dropFirst()
    switch path.first {
    case "origin":
      let new = suffix.isEmpty ? object as? CGPoint : origin.replacing(suffix, with: object) as? CGPoint
      return new.map { CGRect(origin: $0, size: size) }
    case "size":
      let new = suffix.isEmpty ? object as? CGSize : size.replacing(suffix, with: object) as? CGSize
      return new.map { CGRect(origin: origin, size: $0) }
    default: return nil
    }
  }
}

/// The components of a transform: scale, then rotation about x, y and z, then translation. Setting one preserves the
/// others, including skew and perspective. For a transform that cannot be decomposed, the components are zero and
/// cannot be set.
extension CATransform3D: KeyedValue {
  static var paths: [String] {
    ["rotation", "scale", "translation"].flatMap { name in [name] + ["x", "y", "z"].map { "\(name).\($0)" } }
  }

  func component(at path: ArraySlice<String>) -> Any? {
    guard let name = path.first, path.count <= 2 else { return nil }
    let axis = path.count == 2 ? path.last : nil
    let decomposed = DecomposedTransform(self)
    let vector: SIMD3<Double>
    switch name {
    case "rotation": vector = decomposed?.rotation.angles ?? .zero
    case "scale": vector = decomposed?.scale ?? .zero
    case "translation": vector = SIMD3(Double(m41), Double(m42), Double(m43))
    default: return nil
    }
    if let axis { return axisIndex(axis).map { CGFloat(vector[$0]) } }
    switch name {
    case "rotation": return CGFloat(vector.z)
    case "scale": return CGFloat(vector.sum() / 3)
    default: return CGSize(width: vector.x, height: vector.y)
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    guard let name = path.first, path.count <= 2 else { return nil }
    if name == "translation" { return settingTranslation(path.dropFirst().first, object) }
    guard var decomposed = DecomposedTransform(self), let number = Double.reading(object) else { return nil }
    let axis = path.count == 2 ? axisIndex(path[path.startIndex + 1]) : nil
    if path.count == 2, axis == nil { return nil }
    switch name {
    case "scale":
      if let axis { decomposed.scale[axis] = number } else { decomposed.scale = SIMD3(repeating: number) }
    case "rotation":
      var angles = decomposed.rotation.angles
      angles[axis ?? 2] = number
      decomposed.rotation = Quaternion(angles: angles)
    default: return nil
    }
    return decomposed.map
  }

  private func settingTranslation(_ axis: String?, _ object: Any) -> Any? {
    var map = self
    switch axis {
    case nil:
      guard let size = object as? CGSize else { return nil }
      (map.m41, map.m42) = (size.width, size.height)
    case let axis?:
      guard let index = axisIndex(axis), let number = CGFloat.reading(object) else { return nil }
      if index == 0 { map.m41 = number } else if index == 1 { map.m42 = number } else { map.m43 = number }
    }
    return map
  }
}

private func axisIndex(_ name: String) -> Int? { ["x", "y", "z"].firstIndex(of: name) }
