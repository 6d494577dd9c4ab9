import Foundation

/// A short vector of numbers, such as a position, a rectangle or a matrix row. Immutable; equal values are equal.
public final class CIVector: NSObject, Sendable {
  package let numbers: [Double]

  package init(_ numbers: [Double]) { self.numbers = numbers }

  /// Creates a vector of a copy of `count` numbers.
  public init(values: UnsafePointer<CGFloat>, count: Int) {
    numbers = UnsafeBufferPointer(start: values, count: max(count, 0)).map { Double($0) }
  }

  /// Creates a vector of one component.
  public convenience init(x: CGFloat) { self.init([x]) }
  /// Creates a vector of two components.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }
  /// Creates a vector of three components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }
  /// Creates a vector of four components.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }
  /// Creates a vector of x, y.
  public convenience init(cgPoint p: CGPoint) { self.init([p.x, p.y]) }

  /// Creates a vector of x, y, width, height.
  public convenience init(cgRect r: CGRect) { self.init([r.origin.x, r.origin.y, r.size.width, r.size.height]) }

  /// Creates a vector of a, b, c, d, tx, ty.
  public convenience init(cgAffineTransform r: CGAffineTransform) { self.init([r.a, r.b, r.c, r.d, r.tx, r.ty]) }

  /// Parses `[1 2.5 3]`; brackets are optional, and commas may separate the numbers.
  ///
  /// Parsing ends at the first word that is not a number, so a text without numbers gives an empty vector.
  public convenience init(string representation: String) { self.init(numberList(representation)) }

  /// The number of components.
  public var count: Int { numbers.count }

  /// Returns a component; 0 if the index is out of range.
  public func value(at index: Int) -> CGFloat { numbers.indices.contains(index) ? numbers[index] : 0 }

  /// The first component; 0 if there is none.
  public var x: CGFloat { value(at: 0) }
  /// The second component; 0 if there is none.
  public var y: CGFloat { value(at: 1) }
  /// The third component; 0 if there is none.
  public var z: CGFloat { value(at: 2) }
  /// The fourth component; 0 if there is none.
  public var w: CGFloat { value(at: 3) }

  /// x and y as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
  /// x, y, width and height as a rectangle.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
  /// a, b, c, d, tx and ty as an affine transform.
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

/// Returns the numbers at the start of a text, separated by brackets, commas or white space.
func numberList(_ text: String) -> [Double] {
  let words = text.split { $0.isWhitespace || "[](){},;".contains($0) }
  var found: [Double] = []
  for word in words {
    guard let number = Double(word) else { break }
    found.append(number)
  }
  return found
}

/// Returns the shortest text that parses to the same number; whole numbers have no fraction.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
