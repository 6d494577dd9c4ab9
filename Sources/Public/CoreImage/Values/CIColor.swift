import CoreGraphics
import Foundation
import ImageColor
import ImageFilters

/// A colour in an RGB colour space, not premultiplied. Immutable; equal values are equal.
public final class CIColor: NSObject, Sendable {
  private let space: CGColorSpace
  private let values: [CGFloat]
  // Allocated once, because `components` returns a pointer to it.
  private nonisolated(unsafe) let block: UnsafeMutablePointer<CGFloat>

  /// - Parameter values: four, not premultiplied, in an RGB space.
  init(_ values: [CGFloat], _ space: CGColorSpace) {
    (self.values, self.space) = (values, space)
    block = .allocate(capacity: values.count)
    block.initialize(from: values, count: values.count)
    super.init()
  }

  deinit { block.deallocate() }

  /// Creates a colour in sRGB; 0...1, more for extended range.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) {
    self.init([r, g, b, 1], CGColorSpace(.sRGB))
  }

  /// Creates a colour in sRGB; 0...1, more for extended range.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
    self.init([r, g, b, a], CGColorSpace(.sRGB))
  }

  /// Creates a colour in a colour space. Returns nil if the space is not RGB.
  public convenience init?(
    red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat, colorSpace: CGColorSpace
  ) {
    guard colorSpace.model == .rgb else { return nil }
    self.init([r, g, b, a], colorSpace)
  }

  /// Creates an opaque colour in a colour space. Returns nil if the space is not RGB.
  public convenience init?(red r: CGFloat, green g: CGFloat, blue b: CGFloat, colorSpace: CGColorSpace) {
    self.init(red: r, green: g, blue: b, alpha: 1, colorSpace: colorSpace)
  }

  /// Converts a colour of Core Graphics. Grey becomes sRGB with three equal components.
  public convenience init(cgColor c: CGColor) {
    let values = c.components ?? [0, 0, 0, 0]
    guard let space = c.colorSpace, space.model == .rgb else {
      let linear = c.colorSpace?.space.transfer.linear(values[0]) ?? 0
      let gray = CGFloat(sRGBFromLinear(linear))
      self.init([gray, gray, gray, c.alpha], CGColorSpace(.sRGB))
      return
    }
    self.init(values, space)
  }

  /// Parses `1 0.5 0 1`: red, green, blue, alpha in sRGB. Missing colours are 0, a missing alpha is 1.
  public convenience init(string representation: String) {
    var values = Array(numberList(representation).prefix(4)).map { CGFloat($0) }
    while values.count < 3 { values.append(0) }
    if values.count < 4 { values.append(1) }
    self.init(values, CGColorSpace(.sRGB))
  }

  /// The red component, not premultiplied, in `colorSpace`.
  public var red: CGFloat { values[0] }
  /// The green component, not premultiplied, in `colorSpace`.
  public var green: CGFloat { values[1] }
  /// The blue component, not premultiplied, in `colorSpace`.
  public var blue: CGFloat { values[2] }
  /// The alpha: 0 is transparent, 1 opaque.
  public var alpha: CGFloat { values[3] }

  /// Red, green, blue, alpha. Valid while the colour is retained.
  public var components: UnsafePointer<CGFloat> { UnsafePointer(block) }
  /// 4, including alpha.
  public var numberOfComponents: Int { values.count }
  /// The colour space of red, green and blue.
  public var colorSpace: CGColorSpace { space }

  /// `1 0.5 0 1`
  public var stringRepresentation: String { values.map { plain(Double($0)) }.joined(separator: " ") }

  /// Opaque black.
  public static let black = CIColor(red: 0, green: 0, blue: 0)
  /// Opaque blue of sRGB.
  public static let blue = CIColor(red: 0, green: 0, blue: 1)
  /// Transparent black.
  public static let clear = CIColor(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque cyan of sRGB.
  public static let cyan = CIColor(red: 0, green: 1, blue: 1)
  /// Opaque grey, 0.5 of each in sRGB.
  public static let gray = CIColor(red: 0.5, green: 0.5, blue: 0.5)
  /// Opaque green of sRGB.
  public static let green = CIColor(red: 0, green: 1, blue: 0)
  /// Opaque magenta of sRGB.
  public static let magenta = CIColor(red: 1, green: 0, blue: 1)
  /// Opaque red of sRGB.
  public static let red = CIColor(red: 1, green: 0, blue: 0)
  /// Opaque white of sRGB.
  public static let white = CIColor(red: 1, green: 1, blue: 1)
  /// Opaque yellow of sRGB.
  public static let yellow = CIColor(red: 1, green: 1, blue: 0)

  public override var description: String { "(\(stringRepresentation))" }
  public override var hash: Int { values.hashValue }
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIColor else { return false }
    return self === other || values == other.values && space == other.space
  }
}

extension CIColor {
  package convenience init(_ color: ColorValue) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  /// The colour in extended sRGB.
  package var value: ColorValue {
    let source = space.space
    guard source.name != ColorSpace.sRGB.name else { return ColorValue(red, green, blue, alpha) }
    let linear = SIMD3<Double>(
      source.transfer.linear(red), source.transfer.linear(green), source.transfer.linear(blue))
    let light = matrix(from: source, to: .sRGB) * linear
    return ColorValue(sRGBFromLinear(light.x), sRGBFromLinear(light.y), sRGBFromLinear(light.z), alpha)
  }
}

/// Conversion of Core Image's colours.
extension CGColor {
  /// Converts a colour to sRGB.
  public convenience init(ciColor color: CIColor) {
    let value = color.value
    self.init(srgbRed: value.red, green: value.green, blue: value.blue, alpha: value.alpha)
  }
}
