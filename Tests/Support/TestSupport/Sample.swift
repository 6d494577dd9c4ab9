import Barcodes
import Foundation
import ImageFilters
import ImageGraph
import Testing

/// A filter with values, ready to render: every filter of the catalogue in a few variants.
package struct Sample: Sendable, CustomTestStringConvertible {
  /// The content of the sample's images.
  package enum Variant: String, Sendable, CaseIterable {
    /// Defaults, or what shows something where those are the identity, on a scene that a person can judge.
    case typical
    /// Other values, on random colours up to 4.
    case bright
    /// Values near a slider's end, on random colours, opaque and half-transparent.
    case extreme
  }

  package let filter: Filter
  package let variant: Variant
  package let node: Node

  package var testDescription: String { "\(filter.name)/\(variant.rawValue)" }

  /// The pixels that tests render: the extent with a margin, at most 96 x 80.
  package var frame: UserRect {
    let area = node.extent.rect.map { $0.pixels.outset(by: 2) } ?? UserRect(x: -6, y: -7, width: 64, height: 48)
    let limit = UserRect(x: -24, y: -20, width: 96, height: 80)
    let part = area.intersection(limit)
    return part.isEmpty ? UserRect(area.min, area.min + 32) : part
  }

  package static let all: [Sample] = Catalogue.all.flatMap { filter in
    Variant.allCases.compactMap { variant in try? Sample(filter, variant) }
  }

  package init(_ filter: Filter, _ variant: Variant) throws {
    var values: [String: InputValue] = [:]
    for (index, parameter) in filter.parameters.enumerated() {
      values[parameter.key] = Self.value(of: parameter, index, variant)
    }
    guard let node = try filter.image(from: values) else {
      throw RenderError.invalidArgument("\(filter.name) gives no image for its sample")
    }
    (self.filter, self.variant, self.node) = (filter, variant, node)
  }

  /// Of a quadrilateral, for what looks at one from an angle, and of rectangles in the image.
  private static let corners: [String: [Double]] = [
    "inputTopLeft": [6, 38], "inputTopRight": [48, 34], "inputBottomRight": [44, 4], "inputBottomLeft": [2, 0],
    "inputBreakpoint0": [12, 10], "inputBreakpoint1": [30, 24], "inputGrowAmount": [20, 16],
    "inputInsetPoint0": [14, 12], "inputInsetPoint1": [26, 22],
  ]

  private static func value(of parameter: ParameterInfo, _ index: Int, _ variant: Variant) -> InputValue? {
    switch parameter.className {
    case "CIImage":
      switch variant {
      case .typical: return .image(TestImage.scene(56, 44, turned: index > 0))
      case .bright: return .image(TestImage.noise(40, 44, seed: UInt64(index + 7), brightest: 4))
      case .extreme: return .image(TestImage.noise(48, 40, seed: UInt64(index + 1)))
      }
    case "NSNumber": return number(parameter, variant)
    case "NSAffineTransform":
      return .transform(
        variant == .typical
          ? AffineMap(a: 0.8, b: 0.3, c: -0.4, d: 0.9, tx: 5.25, ty: -3)
          : .translation(variant == .bright ? 7 : 0.5, -2))
    case "NSArray": return .vectors([[2, 3, 50, 36], [50, 36, 8, 40], [8, 40, 2, 3], [25, 5, 25, 5]])
    case "NSData": return .data(data(parameter, variant))
    case "NSString" where parameter.key == "inputText": return .text("Hello, wörld")
    case "NSString" where parameter.key == "inputFontName": return .text("DejaVuSans")
    case "NSAttributedString":
      var runs = [StyledText.Run(text: "Hello, ", font: "DejaVuSans", size: 16), StyledText.Run(text: "world")]
      (runs[1].font, runs[1].color, runs[1].isUnderlined) = ("DejaVuSans-Bold", ColorValue(1, 0.2, 0, 0.5), true)
      return .styledText(StyledText(runs))
    case "AVCameraCalibrationData":
      let shares: [Float] = variant == .bright ? [0, 0.1, 0.3] : [0, -0.02, -0.06, -0.15]
      let table = shares.withUnsafeBytes { Data($0) }
      return .calibration(LensCalibration(size: [48, 40], center: [26, 18], table: table, inverseTable: table))
    case "CIBarcodeDescriptor":
      let codewords = (0..<16).map { UInt8($0 * 37 & 0xFF) }
      return QRSymbol(codewords: codewords, version: 1, mask: 2, level: .m).map { .barcode(.qr($0)) }
    case "CIColor" where variant != .typical:
      return .color(ColorValue(0.2 + 0.2 * Double(index), 0.7, 0.1 * Double(index), variant == .bright ? 0.5 : 1))
    case "CIVector":
      if let corner = corners[parameter.key] { return .vector(corner) }
      // Defaults of lists are the identity: other numbers show which one belongs where.
      if case .vector(let list)? = parameter.defaultValue, parameter.type == nil, list.count >= 9 {
        return .vector(list.indices.map { Double(($0 * 7 + index) % 5 - 1) / Double(list.count) })
      }
      switch parameter.type {
      case .rectangle: return .vector([3, 2, 30, 25])
      case .position where variant == .typical: return .vector([20 + 6 * Double(index), 17])
      case .position: return .vector([11.5 + 8 * Double(index), 23.25])
      default: return parameter.defaultValue
      }
    default: return parameter.defaultValue
    }
  }

  /// Returns tables that change colours, of the size `inputCubeDimension`, or a message.
  private static func data(_ parameter: ParameterInfo, _ variant: Variant) -> Data {
    if parameter.key == "inputMessage" { return Data("Hello world".utf8) }
    let isCurve = parameter.key == "inputCurvesData"
    let count = isCurve ? 3 * 5 : 4 * cubeSide * cubeSide * cubeSide
    let numbers = (0..<count).map { index in
      !isCurve && variant == .typical && index % 4 == 3
        ? 1 : Float((index * (variant == .typical ? 7 : 5) + parameter.key.count) % 11) / 10
    }
    return numbers.withUnsafeBytes { Data($0) }
  }

  private static let cubeSide = 3

  /// Distances are kept small, since the images are.
  private static func number(_ parameter: ParameterInfo, _ variant: Variant) -> InputValue? {
    if case .bool(let flag)? = parameter.defaultValue { return .bool(variant == .extreme ? !flag : flag) }
    if parameter.key == "inputCubeDimension" { return .number(Double(cubeSide)) }
    guard case .number(let value)? = parameter.defaultValue else {
      // Forms of barcodes, of which few go together.
      if parameter.type == .integer || parameter.type == .boolean { return nil }
      return parameter.slider.map { .number($0.lowerBound + ($0.upperBound - $0.lowerBound) * 0.4) }
    }
    let (low, high) = (parameter.slider?.lowerBound ?? 0, parameter.slider?.upperBound ?? 1)
    let wanted =
      switch variant {
      // A filter at its identity shows nothing.
      case .typical: parameter.identity == .number(value) ? low + (high - low) * 0.6 : value
      case .bright: value + (high - value) * 0.3
      case .extreme: low == parameter.min && parameter.type == .distance ? value / 2 : low + (high - low) * 0.1
      }
    switch parameter.type {
    case .distance: return .number(Swift.min(wanted, variant == .bright ? 14 : 9))
    default:
      switch parameter.key {
      case "inputCount": return .number(variant == .bright ? 40 : 16)
      case "inputSize": return .number(20)
      case "inputScale": return .number(Swift.min(wanted, 3))
      default: return .number(wanted)
      }
    }
  }
}
