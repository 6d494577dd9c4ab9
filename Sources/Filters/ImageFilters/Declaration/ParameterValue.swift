import Barcodes
import Foundation
import ImageColor

/// The value of a parameter, independent of the public API's classes.
package enum InputValue: Sendable, Equatable {
  case image(Node)
  case number(Double)
  case bool(Bool)
  case vector([Double])
  case vectors([[Double]])
  case color(ColorValue)
  case transform(AffineMap)
  case text(String)
  case data(Data)
  case colorSpace(ColorSpace)
  case barcode(BarcodeSymbol)
  case calibration(LensCalibration)
  case styledText(StyledText)
}

extension InputValue: CustomStringConvertible {
  /// A description for messages: numbers verbatim, other values by kind.
  package var description: String {
    switch self {
    case .image: "an image"
    case .number(let number): short(number)
    case .bool(let flag): "\(flag)"
    case .vector(let numbers):
      "a vector of \(numbers.count) number\(numbers.count == 1 ? "" : "s")"
        + (numbers.contains(where: \.isNaN) ? ", nan among them" : "")
    case .vectors(let list): "an array of \(list.count) vector\(list.count == 1 ? "" : "s")"
    case .color: "a colour"
    case .transform: "a transform"
    case .text, .styledText: "a text"
    case .data: "data"
    case .colorSpace: "a colour space"
    case .barcode: "a barcode"
    case .calibration: "a calibration"
    }
  }
}

/// A colour as the caller specifies it: unpremultiplied sRGB components, 0...1, or beyond for extended range.
package struct ColorValue: Hashable, Sendable {
  package var red, green, blue, alpha: Double

  package init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package static let white = ColorValue(1, 1, 1)
  package static let black = ColorValue(0, 0, 0)
  package static let clear = ColorValue(0, 0, 0, 0)

  /// The argument for formulas that take a `SIMD4<Float>`: linear working space, premultiplied.
  package var working: ColorArgument { ColorArgument([red, green, blue, alpha], .premultiplied) }

  /// The argument for formulas that take a `SIMD3<Float>`: linear working space, independent of alpha.
  package var workingRGB: ColorArgument { ColorArgument([red, green, blue, alpha], .rgb) }
}

/// A Swift type that a filter's parameter can have.
package protocol ParameterValue: Sendable {
  /// The class as Core Image's attributes name it.
  static var className: String { get }
  /// The default attribute type of inputs of this type.
  static var usualType: ParameterType? { get }
  /// The required shape of a value, in words.
  static var shape: String { get }
  init?(_ value: InputValue)
  var inputValue: InputValue { get }
}

extension ParameterValue {
  package static var usualType: ParameterType? { nil }
  package static var shape: String { "a value of \(className)" }
}

extension Float: ParameterValue {
  package static var className: String { "NSNumber" }
  package static var usualType: ParameterType? { .scalar }
  package static var shape: String { "a number" }
  package init?(_ value: InputValue) {
    switch value {
    case .number(let number): self = Float(number)
    case .bool(let flag): self = flag ? 1 : 0
    default: return nil
    }
  }
  package var inputValue: InputValue { .number(Double(String(self)) ?? Double(self)) }
}

extension Int: ParameterValue {
  package static var className: String { "NSNumber" }
  package static var shape: String { "a whole number" }
  package init?(_ value: InputValue) {
    guard case .number(let number) = value, let whole = Int(exactly: number.rounded()) else { return nil }
    self = whole
  }
  package var inputValue: InputValue { .number(Double(self)) }
}

extension Bool: ParameterValue {
  package static var className: String { "NSNumber" }
  package init?(_ value: InputValue) {
    switch value {
    case .bool(let flag): self = flag
    case .number(let number): self = number != 0
    default: return nil
    }
  }
  package var inputValue: InputValue { .bool(self) }
}

extension Node: ParameterValue {
  package static var className: String { "CIImage" }
  package var inputValue: InputValue { .image(self) }
}
extension ParameterValue where Self == Node {
  package init?(_ value: InputValue) {
    guard case .image(let node) = value else { return nil }
    self = node
  }
}

/// A position or an offset: pixels, user plane.
extension SIMD2<Double>: ParameterValue {
  package static var className: String { "CIVector" }
  package static var shape: String { "a vector of 2 numbers" }
  package init?(_ value: InputValue) {
    guard case .vector(let numbers) = value, numbers.count >= 2 else { return nil }
    self = [numbers[0], numbers[1]]
  }
  package var inputValue: InputValue { .vector([x, y]) }
}

/// Up to four numbers; missing ones are 0.
extension SIMD4<Double>: ParameterValue {
  package static var className: String { "CIVector" }
  package static var shape: String { "a vector of 1 to 4 numbers" }
  package init?(_ value: InputValue) {
    guard case .vector(let numbers) = value, !numbers.isEmpty else { return nil }
    self = .zero
    for (index, number) in numbers.prefix(4).enumerated() { self[index] = number }
  }
  package var inputValue: InputValue { .vector([x, y, z, w]) }
}

/// A list of numbers of any length.
extension [Double]: ParameterValue {
  package static var className: String { "CIVector" }
  package static var shape: String { "a vector of numbers" }
  package init?(_ value: InputValue) {
    guard case .vector(let numbers) = value, !numbers.isEmpty else { return nil }
    self = numbers
  }
  package var inputValue: InputValue { .vector(self) }
}

/// A list of vectors, for example of the end points of lines.
package struct VectorList: ParameterValue {
  package var vectors: [[Double]]

  package init(_ vectors: [[Double]]) { self.vectors = vectors }

  package static var className: String { "NSArray" }
  package init?(_ value: InputValue) {
    guard case .vectors(let vectors) = value else { return nil }
    self.vectors = vectors
  }
  package var inputValue: InputValue { .vectors(vectors) }
}

/// A rectangle as a vector x, y, width, height.
extension UserRect: ParameterValue {
  package static var className: String { "CIVector" }
  package static var shape: String { "a vector of 4 numbers: x, y, width and height" }
  package init?(_ value: InputValue) {
    guard case .vector(let n) = value, n.count == 4, !n.contains(where: \.isNaN) else { return nil }
    self.init(corner: [n[0], n[1]], size: [n[2], n[3]])
  }
  package var inputValue: InputValue {
    isFinite
      ? .vector([min.x, min.y, width, height])
      : .vector([
        -.greatestFiniteMagnitude / 2, -.greatestFiniteMagnitude / 2, .greatestFiniteMagnitude,
        .greatestFiniteMagnitude,
      ])
  }
}

extension ColorValue: ParameterValue {
  package static var className: String { "CIColor" }
  package init?(_ value: InputValue) {
    guard case .color(let color) = value else { return nil }
    self = color
  }
  package var inputValue: InputValue { .color(self) }
}

extension AffineMap: ParameterValue {
  package static var className: String { "NSAffineTransform" }
  package init?(_ value: InputValue) {
    guard case .transform(let map) = value else { return nil }
    self = map
  }
  package var inputValue: InputValue { .transform(self) }
}

extension String: ParameterValue {
  package static var className: String { "NSString" }
  package init?(_ value: InputValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  package var inputValue: InputValue { .text(self) }
}

extension Data: ParameterValue {
  package static var className: String { "NSData" }
  package init?(_ value: InputValue) {
    guard case .data(let data) = value else { return nil }
    self = data
  }
  package var inputValue: InputValue { .data(self) }
}

/// A colour space. Core Image's attributes name its class `NSObject`.
extension ColorSpace: ParameterValue {
  package static var className: String { "NSObject" }
  package init?(_ value: InputValue) {
    guard case .colorSpace(let space) = value else { return nil }
    self = space
  }
  package var inputValue: InputValue { .colorSpace(self) }
}

extension BarcodeSymbol: ParameterValue {
  package static var className: String { "CIBarcodeDescriptor" }
  package init?(_ value: InputValue) {
    guard case .barcode(let symbol) = value else { return nil }
    self = symbol
  }
  package var inputValue: InputValue { .barcode(self) }
}
