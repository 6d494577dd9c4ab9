import Foundation
import ImageFilters
import ImageGraph

/// Converts an object to a value of the parameter's class. Returns nil if it is of another class or has too few
/// components.
func inputValue(of object: Any, for parameter: ParameterInfo) -> InputValue? {
  switch parameter.className {
  case "CIImage": (object as? CIImage).map { .image($0.node) }
  case "NSNumber": numberValue(object, for: parameter)
  case "CIVector": vectorValue(object, for: parameter)
  case "NSArray": vectorList(object).map { .vectors($0) }
  case "CIColor": colorValue(object)
  case "NSAffineTransform": transformValue(object)
  case "NSString":
    (object as? String ?? (object as? NSString).map { "\($0)" } ?? (object as? CIDynamicRangeOption)?.rawValue)
      .map { .text($0) }
  case "NSData": (object as? Data ?? (object as? NSData).map { Data(referencing: $0) }).map { .data($0) }
  case "NSObject": (object as? CGColorSpace).map { .colorSpace($0.space) }
  case "NSAttributedString":
    ((object as? NSAttributedString) ?? (object as? String).map { NSAttributedString(string: $0) })
      .map { .styledText(StyledText($0)) }
  case "CIBarcodeDescriptor": (object as? CIBarcodeDescriptor)?.symbol.map { .barcode($0) }
  case "AVCameraCalibrationData": (object as? AVCameraCalibrationData).map { .calibration($0.calibration) }
  default: nil
  }
}

private func numberValue(_ object: Any, for parameter: ParameterInfo) -> InputValue? {
  guard let number = number(from: object) else { return nil }
  if parameter.type == .boolean { return .bool(number != 0) }
  return .number(number)
}

private func vectorValue(_ object: Any, for parameter: ParameterInfo) -> InputValue? {
  guard let numbers = vectorNumbers(object), numbers.count >= parameter.leastCount else { return nil }
  return .vector(numbers)
}

/// Returns the components of an object that represents a vector; nil for other objects.
func vectorNumbers(_ object: Any) -> [Double]? {
  switch object {
  case let vector as CIVector: vector.numbers
  case let point as CGPoint: [point.x, point.y]
  case let size as CGSize: [size.width, size.height]
  case let vector as CGVector: [vector.dx, vector.dy]
  case let rect as CGRect: CIVector(cgRect: rect).numbers
  default: nil
  }
}

/// Returns the components of an array of vectors; nil if it has other elements.
private func vectorList(_ object: Any) -> [[Double]]? {
  guard let list = object as? [Any] ?? (object as? NSArray).map(Array.init) else { return nil }
  let vectors = list.compactMap { element in
    switch element {
    case let vector as CIVector: vector.numbers
    case let rect as CGRect: CIVector(cgRect: rect).numbers
    default: element as? [Double]
    }
  }
  return vectors.count == list.count ? vectors : nil
}

private func colorValue(_ object: Any) -> InputValue? {
  switch object {
  case let color as CIColor: .color(color.value)
  case let color as CGColor: .color(CIColor(cgColor: color).value)
  default: nil
  }
}

private func transformValue(_ object: Any) -> InputValue? {
  switch object {
  case let map as CGAffineTransform: .transform(map.map)
  case let map as Foundation.AffineTransform: .transform(AffineMap(map))
  case let map as NSAffineTransform: .transform(AffineMap(map as Foundation.AffineTransform))
  case let vector as CIVector where vector.count == 6: .transform(vector.cgAffineTransformValue.map)
  default: nil
  }
}

extension AffineMap {
  init(_ map: Foundation.AffineTransform) {
    self.init(a: map.m11, b: map.m12, c: map.m21, d: map.m22, tx: map.tX, ty: map.tY)
  }
}

/// Converts a value to an object for apps: NSNumber, CIVector, CIColor, CGAffineTransform, String, Data or CIImage.
func object(for value: InputValue) -> Any {
  switch value {
  case .image(let node): CIImage(node: node)
  case .number(let number):
    number == number.rounded() && abs(number) < 1e15
      ? NSNumber(value: Int(number)) : NSNumber(value: number)
  case .bool(let flag): NSNumber(value: flag)
  case .vector(let numbers): CIVector(numbers)
  case .vectors(let list): list.map { CIVector($0) }
  case .color(let color): CIColor(color)
  case .transform(let map): CGAffineTransform(map)
  case .text(let text): text
  case .data(let data): data
  case .colorSpace(let space): CGColorSpace(space)
  case .styledText(let text): text.attributed
  case .barcode(let symbol): CIBarcodeDescriptor.descriptor(of: symbol)
  case .calibration(let calibration): AVCameraCalibrationData(calibration)
  }
}

/// Returns the object that `value(forKey:)` returns for an input. An object that represents a value of another class is
/// converted to the class that the attributes name.
func stored(_ set: Any, as value: InputValue) -> Any {
  switch value {
  case .number, .bool: boxed(set)
  case .vector where !(set is CIVector): object(for: value)
  case .color: (set as? CIColor) ?? (set as? CGColor).map(CIColor.init) ?? object(for: value)
  default: set
  }
}

extension ParameterInfo {
  /// The least number of components of a vector.
  var leastCount: Int {
    if type == .rectangle { return 4 }
    if case .vector(let numbers) = defaultValue, numbers.count == 2 { return 2 }
    return 1
  }

  /// The class and range for messages: `a number (NSNumber), usually 0...100`.
  var allowed: String {
    let what =
      switch className {
      case "NSNumber": type == .boolean ? "true or false (NSNumber)" : "a number (NSNumber)"
      case "CIVector": type == .rectangle ? "a CIVector of 4 numbers" : "a CIVector of \(leastCount) or more numbers"
      case "NSArray": "an array of CIVector"
      case "CIImage", "CIColor", "CIBarcodeDescriptor": "a \(className)"
      case "AVCameraCalibrationData": "an \(className)"
      case "NSAffineTransform": "a CGAffineTransform"
      case "NSString": "a String"
      case "NSAttributedString": "an NSAttributedString"
      case "NSData": "Data"
      case "NSObject": "a CGColorSpace"
      default: className
      }
    var range = slider.map { ", usually \(plain($0.lowerBound))...\(plain($0.upperBound))" } ?? ""
    if slider == nil, let min, let max { range = ", \(plain(min))...\(plain(max))" }
    return what + range
  }
}
