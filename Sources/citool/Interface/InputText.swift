import CoreImage
import Foundation
import ImageColor
import ImageFilters

extension CIColor {
  /// Three or four sRGB components, not premultiplied.
  convenience init?(components: [Double]) {
    guard components.count == 3 || components.count == 4 else { return nil }
    self.init(
      red: components[0], green: components[1], blue: components[2], alpha: components.count == 4 ? components[3] : 1)
  }

  /// `#rrggbb` or `#rrggbbaa`
  convenience init?(hexadecimal text: String) {
    let digits = Array(text.dropFirst())
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(Int(String(digits[$0...$0 + 1]), radix: 16)!) }
    self.init(components: bytes.map { $0 / 255 })
  }
}

extension CGColorSpace {
  /// The space of that name, in either spelling: `sRGB` or `kCGColorSpaceSRGB`.
  convenience init(named name: String) throws {
    guard let space = ColorSpace.named(name) else {
      let known = ColorSpace.all.map(\.name).joined(separator: ", ")
      throw Failure.usage("there is no colour space \(name); there are \(known)")
    }
    self.init(space)
  }
}

extension CGAffineTransform {
  /// a, b, c, d, tx, ty.
  init?(components n: [Double]) {
    guard n.count == 6 else { return nil }
    self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }
}

extension CIFilter {
  /// Sets an input from the command line: `inputRadius=10`, or `radius=10` for short.
  ///
  /// Vectors, colours and transforms are numbers with commas between them, colours also `#rrggbb[aa]`, images are
  /// files.
  func set(_ assignment: String) throws {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, text) = (parts[0], parts[1])
    let parameters = definition?.parameters ?? []
    let short = "input\(name)".lowercased()
    guard
      let parameter = parameters.first(where: { $0.key == name })
        ?? parameters.first(where: { $0.key.lowercased() == short })
    else {
      // The filter's own words for a key that it does not have.
      try set(text, forKey: name)
      return
    }
    let value: Any = try located(assignment) { try self.value(text, for: parameter) }
    try set(value, forKey: parameter.key)
  }

  private func value(_ text: String, for parameter: ParameterInfo) throws -> Any {
    switch parameter.className {
    case "NSNumber":
      if let flag = ["true": true, "false": false, "yes": true, "no": false][text] { return flag }
      if let number = Double(text) { return number }
      throw Failure.usage("a number is wanted")
    case "CIVector": return CIVector(try numberList(text))
    case "NSArray": return try text.split(separator: " ").map { CIVector(try numberList(String($0))) }
    case "CIColor":
      if let color = CIColor(hexadecimal: text) { return color }
      if let color = CIColor(components: try numberList(text)) { return color }
      throw Failure.usage("a colour is wanted: r,g,b or r,g,b,a or #rrggbb[aa]")
    case "NSAffineTransform":
      if let map = CGAffineTransform(components: try numberList(text)) { return map }
      throw Failure.usage("a transform is wanted: a,b,c,d,tx,ty")
    case "NSData": return Data(text.utf8)
    case "NSObject": return try CGColorSpace(named: text)
    case "CIImage":
      return try CIImage(reading: URL(fileURLWithPath: text), options: [.applyOrientationProperty: true])
    default: return text
    }
  }
}
