import Foundation

/// A short list of numbers: a position, a rectangle, a row of a matrix. Immutable; equal values are equal.
public final class CIVector: NSObject, Sendable {
  package let numbers: [Double]

  package init(_ numbers: [Double]) { self.numbers = numbers }

  /// `count` numbers, copied.
  public init(values: UnsafePointer<CGFloat>, count: Int) {
    numbers = UnsafeBufferPointer(start: values, count: max(count, 0)).map { Double($0) }
  }

  /// One number.
  public convenience init(x: CGFloat) { self.init([x]) }
  /// Two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }
  /// Three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }
  /// Four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }
  /// x, y.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// x, y, width, height.
  public convenience init(cgRect r: CGRect) { self.init([r.origin.x, r.origin.y, r.size.width, r.size.height]) }

  /// a, b, c, d, tx, ty.
  public convenience init(cgAffineTransform r: CGAffineTransform) { self.init([r.a, r.b, r.c, r.d, r.tx, r.ty]) }

  /// Reads `[1 2.5 3]`; brackets may be missing and commas may stand between the numbers.
  ///
  /// Reading ends at the first word that is no number, so text that holds none gives an empty vector.
  public convenience init(string representation: String) { self.init(numberList(representation)) }

  /// How many numbers there are.
  public var count: Int { numbers.count }

  /// 0 where there is no such component.
  public func value(at index: Int) -> CGFloat { numbers.indices.contains(index) ? numbers[index] : 0 }

  /// The first number, 0 where there is none.
  public var x: CGFloat { value(at: 0) }
  /// The second number, 0 where there is none.
  public var y: CGFloat { value(at: 1) }
  /// The third number, 0 where there is none.
  public var z: CGFloat { value(at: 2) }
  /// The fourth number, 0 where there is none.
  public var w: CGFloat { value(at: 3) }

  /// x and y as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
  /// x, y, width and height as a rectangle.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
  /// a, b, c, d, tx and ty as a map.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }

  /// `[1 2.5 3]`
  public var stringRepresentation: String { "[" + numbers.map(plain).joined(separator: " ") + "]" }

  public override var description: String { stringRepresentation }
  public override var hash: Int { numbers.hashValue }
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIVector else { return false }
    return self === other || numbers == other.numbers
  }
}

/// The numbers that a text starts with, whatever brackets and commas stand around them.
func numberList(_ text: String) -> [Double] {
  let words = text.split { $0.isWhitespace || "[](){},;".contains($0) }
  var found: [Double] = []
  for word in words {
    guard let number = Double(word) else { break }
    found.append(number)
  }
  return found
}

/// The shortest text that reads back as the same number; whole numbers without a fraction.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
