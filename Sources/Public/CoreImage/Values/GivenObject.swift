import Foundation

/// An object that somebody gave, for messages: its class, and itself.
func classAndValue(_ object: Any) -> String {
  let words: Any =
    // Foundation's own words for these name its module.
    switch object {
    case let rect as CGRect: CIVector(cgRect: rect)
    case let point as CGPoint: CIVector(cgPoint: point)
    case let size as CGSize: CIVector(x: size.width, y: size.height)
    default: object
    }
  return "\(type(of: object)) \(words)"
}
