import Foundation

/// Returns the class and the value of an object, for messages.
func classAndValue(_ object: Any) -> String {
  let value: Any =
    // Foundation's descriptions of these contain its module's name.
    switch object {
    case let rect as CGRect: CIVector(cgRect: rect)
    case let point as CGPoint: CIVector(cgPoint: point)
    case let size as CGSize: CIVector(x: size.width, y: size.height)
    default: object
    }
  return "\(type(of: object)) \(value)"
}
