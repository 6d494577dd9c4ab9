import AnimationMath
import CoreGraphics
import CoreImage
import Foundation

/// A value that key paths lead into.
protocol KeyedValue {
  /// Nil for unknown paths.
  func part(_ path: ArraySlice<String>) -> Any?
  /// The value with a part of it replaced; nil for unknown paths and objects of other kinds.
  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any?
  static var knownPaths: [String] { get }
}

extension CGPoint: KeyedValue {
  static var knownPaths: [String] { ["x", "y"] }

  func part(_ path: ArraySlice<String>) -> Any? {
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
  static var knownPaths: [String] { ["width", "height"] }

  func part(_ path: ArraySlice<String>) -> Any? {
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
  static var knownPaths: [String] { ["origin", "origin.x", "origin.y", "size", "size.width", "size.height"] }

  func part(_ path: ArraySlice<String>) -> Any? {
    let rest = path.dropFirst()
    switch path.first {
    case "origin": return rest.isEmpty ? origin : origin.part(rest)
    case "size": return rest.isEmpty ? size : size.part(rest)
    default: return nil
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    let rest = path.dropFirst()
    switch path.first {
    case "origin":
      let new = rest.isEmpty ? object as? CGPoint : origin.replacing(rest, with: object) as? CGPoint
      return new.map { CGRect(origin: $0, size: size) }
    case "size":
      let new = rest.isEmpty ? object as? CGSize : size.replacing(rest, with: object) as? CGSize
      return new.map { CGRect(origin: origin, size: $0) }
    default: return nil
    }
  }
}

/// The parts that a matrix is made of: scale, then rotation by x, y and z, then translation. Setting one keeps the
/// others, skew and perspective too; a matrix that is not made of parts answers zero and cannot be set so.
extension CATransform3D: KeyedValue {
  static var knownPaths: [String] {
    ["rotation", "scale", "translation"].flatMap { name in [name] + ["x", "y", "z"].map { "\(name).\($0)" } }
  }

  func part(_ path: ArraySlice<String>) -> Any? {
    guard let name = path.first, path.count <= 2 else { return nil }
    let axis = path.count == 2 ? path.last : nil
    let parts = DecomposedTransform(self)
    let vector: SIMD3<Double>
    switch name {
    case "rotation": vector = parts?.rotation.angles ?? .zero
    case "scale": vector = parts?.scale ?? .zero
    case "translation": vector = SIMD3(Double(m41), Double(m42), Double(m43))
    default: return nil
    }
    if let axis { return axisNumber(axis).map { CGFloat(vector[$0]) } }
    switch name {
    case "rotation": return CGFloat(vector.z)
    case "scale": return CGFloat(vector.sum() / 3)
    default: return CGSize(width: vector.x, height: vector.y)
    }
  }

  func replacing(_ path: ArraySlice<String>, with object: Any) -> Any? {
    guard let name = path.first, path.count <= 2 else { return nil }
    if name == "translation" { return movedTo(path.dropFirst().first, object) }
    guard var parts = DecomposedTransform(self), let number = Double.reading(object) else { return nil }
    let axis = path.count == 2 ? axisNumber(path[path.startIndex + 1]) : nil
    if path.count == 2, axis == nil { return nil }
    switch name {
    case "scale":
      if let axis { parts.scale[axis] = number } else { parts.scale = SIMD3(repeating: number) }
    case "rotation":
      var angles = parts.rotation.angles
      angles[axis ?? 2] = number
      parts.rotation = Quaternion(angles: angles)
    default: return nil
    }
    return parts.map
  }

  private func movedTo(_ axis: String?, _ object: Any) -> Any? {
    var map = self
    switch axis {
    case nil:
      guard let size = object as? CGSize else { return nil }
      (map.m41, map.m42) = (size.width, size.height)
    case let axis?:
      guard let index = axisNumber(axis), let number = CGFloat.reading(object) else { return nil }
      if index == 0 { map.m41 = number } else if index == 1 { map.m42 = number } else { map.m43 = number }
    }
    return map
  }
}

private func axisNumber(_ name: String) -> Int? { ["x", "y", "z"].firstIndex(of: name) }
