import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// The value of an input in a form that any coder can write.
enum ArchivedFilterValue: Codable {
  case number(Double)
  case text(String)
  case data(Data)
  case vector(CIVector)
  case vectors([CIVector])
  case color(CIColor)
  case transform(CGAffineTransform)
  case space(ArchivedSpace)
  case image(CIImage)
  case styledText([ArchivedRun])
  case barcode(ArchivedBarcode)
  case calibration(ArchivedCalibration)

  /// Returns nil for objects of classes that no input has.
  init?(_ object: Any) {
    switch object {
    case let image as CIImage: self = .image(image)
    case let color as CIColor: self = .color(color)
    case let color as CGColor: self = .color(CIColor(cgColor: color))
    case let map as CGAffineTransform: self = .transform(map)
    case let space as CGColorSpace: self = .space(ArchivedSpace(space))
    case let text as NSAttributedString: self = .styledText(StyledText(text).runs.map(ArchivedRun.init))
    case let code as CIBarcodeDescriptor:
      guard let code = ArchivedBarcode(code) else { return nil }
      self = .barcode(code)
    case let calibration as AVCameraCalibrationData: self = .calibration(ArchivedCalibration(calibration))
    default:
      if let components = vectorNumbers(object) {
        self = .vector(CIVector(components))
      } else if let number = CoreImage.number(from: object) {
        self = .number(number)
      } else if let text = object as? String {
        self = .text(text)
      } else if let data = object as? Data {
        self = .data(data)
      } else if let option = object as? CIDynamicRangeOption {
        self = .text(option.rawValue)
      } else if let map = object as? NSAffineTransform {
        self = .transform(CGAffineTransform(AffineMap(map as Foundation.AffineTransform)))
      } else if let vectors = object as? [CIVector] {
        self = .vectors(vectors)
      } else {
        return nil
      }
    }
  }

  var object: Any {
    switch self {
    case .number(let number): NSNumber(value: number)
    case .text(let text): text
    case .data(let data): data
    case .vector(let vector): vector
    case .vectors(let vectors): vectors
    case .color(let color): color
    case .transform(let map): map
    case .space(let space): space.space
    case .image(let image): image
    case .styledText(let runs): StyledText(runs.map(\.run)).attributed
    case .barcode(let code): code.descriptor
    case .calibration(let calibration): calibration.data
    }
  }
}

/// A run of text with one style.
struct ArchivedRun: Codable {
  let text: String
  let font: String?
  let size, kern: Double?
  let color, background: [Double]?
  let isUnderlined, isStruck: Bool

  init(_ run: StyledText.Run) {
    (text, font, size, kern) = (run.text, run.font, run.size, run.kern)
    (color, background) = (run.color?.components, run.background?.components)
    (isUnderlined, isStruck) = (run.isUnderlined, run.isStruck)
  }

  var run: StyledText.Run {
    var run = StyledText.Run(text: text, font: font, size: size, color: color.flatMap(ColorValue.init(components:)))
    (run.background, run.kern) = (background.flatMap(ColorValue.init(components:)), kern)
    (run.isUnderlined, run.isStruck) = (isUnderlined, isStruck)
    return run
  }
}

extension ColorValue {
  fileprivate var components: [Double] { [red, green, blue, alpha] }

  fileprivate init?(components: [Double]) {
    guard components.count == 4 else { return nil }
    self.init(components[0], components[1], components[2], components[3])
  }
}

/// The calibration of a lens.
struct ArchivedCalibration: Codable {
  let size, center: [Double]
  let table, inverseTable: Data?

  private enum CodingKeys: CodingKey { case size, center, table, inverseTable }

  init(_ data: AVCameraCalibrationData) {
    let lens = data.calibration
    (size, center) = ([lens.size.x, lens.size.y], [lens.center.x, lens.center.y])
    (table, inverseTable) = (lens.table, lens.inverseTable)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode([Double].self, forKey: .size)
    center = try container.decode([Double].self, forKey: .center)
    table = try container.decodeIfPresent(Data.self, forKey: .table)
    inverseTable = try container.decodeIfPresent(Data.self, forKey: .inverseTable)
    guard size.count == 2, center.count == 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: container, debugDescription: "the size and the centre of a lens need two components each")
    }
  }

  var data: AVCameraCalibrationData {
    AVCameraCalibrationData(
      LensCalibration(
        size: [size[0], size[1]], center: [center[0], center[1]], table: table, inverseTable: inverseTable))
  }
}
