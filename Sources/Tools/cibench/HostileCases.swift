import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// A filter with usual values, of which at most one is hostile.
struct HostileCase {
  let filter: Filter
  /// The input with the hostile value. Nil: all values are usual.
  let key: String?
  /// The description of the value.
  let name: String
  let value: Any?

  /// The title, also for the selection of cases: `CIBloom.inputRadius = nan`.
  var title: String { key.map { "\(filter.name).\($0) = \(name)" } ?? "\(filter.name), usual values" }
}

/// The values of the hostile cases: out of range, not finite, malformed, or of a wrong class.
struct HostileValues {
  /// The sides of the input image.
  static let side = 64
  let image: CIImage
  private let images, texts, data, lists: [(String, Any?)]

  init() {
    image = Harness.smallImage
    (images, texts, data, lists) = (Self.images(of: image), Self.texts, Self.data, Self.lists)
  }

  /// Returns all cases. The order changes only with the catalogue.
  func cases() -> [HostileCase] {
    Catalogue.all.flatMap { filter in
      [HostileCase(filter: filter, key: nil, name: "usual", value: nil)]
        + filter.parameters.flatMap { parameter in
          (ofItsClass(parameter) + ofOtherClasses).map { name, value in
            HostileCase(filter: filter, key: parameter.key, name: name, value: value)
          }
        }
    }
  }

  /// Returns the output image of a case.
  ///
  /// - Throws: the filter's error, if it returns no image.
  func image(of hostile: HostileCase) throws -> CIImage {
    let second = image.applyingFilter("CIColorInvert")
    let example = FilterExample(hostile.filter, image: image, second: second, side: Double(Self.side))
    let filter = try CIFilter(checked: hostile.filter.name)
    for parameter in hostile.filter.parameters {
      if let value = example.value(of: parameter) { filter.setValue(value, forKey: parameter.key) }
    }
    for (key, number) in example.demonstrationValues { filter.setValue(number, forKey: key) }
    if let key = hostile.key { try filter.set(hostile.value, forKey: key) }
    return try filter.checkedOutputImage()
  }

  /// Numbers beyond the range of double, float, half and image sizes, near 0, and invalid counts and fractions.
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, 3e38, -3e38, 1e30, -1e30, 1e9, -1e9, 65536, 1e-30,
    .leastNonzeroMagnitude, 0, -1, 2.5,
  ]

  private let ofOtherClasses: [(String, Any?)] = [
    ("nothing", nil), ("null", NSNull()), ("a text", "nan"), ("a list", [1, "a"] as [Any]),
    ("a date", Date.distantPast), ("a rectangle", CGRect.infinite),
    ("a large integer", UInt64.max),
  ]

  private func ofItsClass(_ parameter: ParameterInfo) -> [(String, Any?)] {
    switch parameter.className {
    case "NSNumber": Self.numbers.map { ("\($0)", $0) }
    case "CIVector": vectors(like: parameter.defaultValue)
    case "CIColor": Self.numbers.flatMap(colors)
    case "NSAffineTransform": Self.numbers.flatMap(transforms)
    case "NSString": texts
    case "NSAttributedString": texts + Self.numbers.flatMap(styles)
    case "NSData": data
    case "NSArray": lists
    case "CIImage": images
    case "AVCameraCalibrationData": Self.numbers.flatMap(calibrations)
    default: []
    }
  }

  private func vectors(like value: InputValue?) -> [(String, Any?)] {
    let count = if case .vector(let numbers)? = value { numbers.count } else { 4 }
    let lengths = [0, 1, count + 1, 10_000].map { length in
      ("\(length) numbers", CIVector((0..<length).map { Double($0 % 7) }))
    }
    let ofNumbers = Self.numbers.flatMap { number in
      [
        ("all \(number)", CIVector([Double](repeating: number, count: count))),
        ("first \(number)", CIVector([number] + [Double](repeating: 5, count: max(count - 1, 1)))),
      ]
    }
    // Rectangles of hostile sizes.
    let sizes = Self.numbers.map { ("third and fourth \($0)", CIVector([0, 0, $0, $0])) }
    return lengths + ofNumbers + (count >= 4 ? sizes : [])
  }

  private func colors(_ number: Double) -> [(String, Any?)] {
    [
      ("all \(number)", CIColor(red: number, green: number, blue: number, alpha: number)),
      ("alpha \(number)", CIColor(red: 0.2, green: 0.5, blue: 1, alpha: number)),
      ("red \(number)", CIColor(red: number, green: 0.5, blue: 1, alpha: 1)),
    ]
  }

  private func transforms(_ number: Double) -> [(String, Any?)] {
    [
      ("wide \(number)", CGAffineTransform(a: number, b: 0, c: 0, d: 1, tx: 0, ty: 0)),
      ("far \(number)", CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: number, ty: number)),
      ("skewed \(number)", CGAffineTransform(a: 1, b: number, c: number, d: 1, tx: 0, ty: 0)),
      ("all \(number)", CGAffineTransform(a: number, b: number, c: number, d: number, tx: number, ty: number)),
    ]
  }

  private func calibrations(_ number: Double) -> [(String, Any?)] {
    func calibration(_ size: Double, _ center: Double, _ table: [Float]) -> AVCameraCalibrationData {
      AVCameraCalibrationData(
        intrinsicMatrixReferenceDimensions: CGSize(width: size, height: size),
        lensDistortionCenter: CGPoint(x: center, y: center),
        lensDistortionLookupTable: table.withUnsafeBytes { Data($0) })
    }
    return [
      ("size \(number)", calibration(number, 32, [0, -0.1])), ("center \(number)", calibration(64, number, [0, -0.1])),
      ("table \(number)", calibration(64, 32, [Float(number), 0, Float(number)])),
    ]
  }

  private func styles(_ number: Double) -> [(String, Any?)] {
    let color = CIColor(red: number, green: number, blue: number, alpha: number)
    let styles: [(String, [NSAttributedString.Key: Any])] = [
      ("size", [.font: CIFont(name: "Helvetica", size: number)]), ("kern", [.kern: number]),
      ("color", [.foregroundColor: color, .backgroundColor: color]), ("underline", [.underlineStyle: number]),
    ]
    return styles.map { name, style in ("\(name) \(number)", NSAttributedString(string: "Hello", attributes: style)) }
  }

  private static var texts: [(String, Any?)] {
    [
      ("empty", ""), ("100000 letters", String(repeating: "a", count: 100_000)), ("control", "\u{0}\u{1}\u{7}\n\t"),
      ("far letters", "\u{1F600}\u{202E}\u{3A9}\u{6F22}"), ("percent", "%s%n%d"), ("markup", "<b>&amp;</i>"),
    ]
  }

  private static var data: [(String, Any?)] {
    [
      ("empty", Data()), ("a million letters", Data(repeating: 0x61, count: 1_000_000)),
      ("1000 zeros", Data(count: 1000)), ("100 times 255", Data(repeating: 0xFF, count: 100)),
      ("a cube of nan", Data(repeating: 0xFF, count: 64 * 64 * 64 * 16)),
      ("a cube of 2, less a byte", Data(count: 8 * 16 - 1)),
    ]
  }

  private static var lists: [(String, Any?)] {
    [
      ("empty", [CIVector]()), ("nan", [CIVector([.nan, .nan, .nan, .nan])]), ("short", [CIVector([1])]),
      ("far", [CIVector([1e308, -1e308, 1e308, 1e308]), CIVector([1e30, 0, 0, 1e30])]),
      ("20000 vectors", (0..<20_000).map { CIVector([Double($0 % 20), 0, 5, Double($0 % 13)]) }),
    ]
  }

  private static func images(of source: CIImage) -> [(String, Any?)] {
    let frame = CGRect(x: 0, y: 0, width: side, height: side)
    func board(_ red: Double, _ green: Double, _ blue: Double) -> CIImage {
      CIImage(color: CIColor(red: red, green: green, blue: blue, alpha: 1)).cropped(to: frame)
    }
    func moved(_ scale: Double, _ x: Double, _ y: Double) -> CIImage {
      source.transformed(by: CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y))
    }
    return [
      ("empty", CIImage.empty()), ("infinite", CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.5))),
      ("1x1", bitmap(1, 1)), ("1x16384", bitmap(1, 16_384)), ("16384x1", bitmap(16_384, 1)),
      ("far", moved(1, 1e9, -1e9)),
      ("wide", source.clampedToExtent().cropped(to: CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))),
      ("scaled by 1e9", moved(1e9, 0, 0)), ("scaled by 1e-9", moved(1e-9, 0, 0)),
      ("nan and infinite pixels", board(.nan, .infinity, -.infinity)), ("bright pixels", board(1e30, -1e30, 1e5)),
      (
        "a thousand steps",
        (0..<1000).reduce(source) { image, step in
          image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: step % 2 == 0 ? 0.1 : -0.1])
        }
      ),
    ]
  }

  /// Returns premultiplied pixels, some with colours above their alpha.
  private static func bitmap(_ width: Int, _ height: Int) -> CIImage {
    CIImage(
      bitmapData: Data((0..<width * height * 4).map { UInt8(truncatingIfNeeded: $0 &* 89) }), bytesPerRow: width * 4,
      size: CGSize(width: width, height: height), format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }
}
