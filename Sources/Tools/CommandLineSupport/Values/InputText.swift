import CoreImage
import Foundation
import ImageColor
import ImageFilters

extension CIColor {
  /// Creates a colour of three or four sRGB components, not premultiplied.
  package convenience init?(components: [Double]) {
    guard components.count == 3 || components.count == 4 else { return nil }
    self.init(
      red: components[0], green: components[1], blue: components[2], alpha: components.count == 4 ? components[3] : 1)
  }

  /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa`.
  package convenience init?(hexadecimal text: String) {
    var digits = Array(text.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit) else {
      return nil
    }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(Int(String(digits[$0...$0 + 1]), radix: 16)!) }
    self.init(components: bytes.map { $0 / 255 })
  }
}

/// Parses a colour: a name, `#rgb`, `#rrggbb`, `#rrggbbaa`, or three or four numbers separated by commas.
package func readColor(_ text: String) throws -> CIColor {
  let isList = text.contains(",")
  let color =
    isList
    ? CIColor(components: try numberList(text))
    : colorNames[text.lowercased()].flatMap(CIColor.init(components:)) ?? CIColor(hexadecimal: text)
  guard let color else {
    let names = colorNames.keys.sorted().joined(separator: ", ")
    throw CommandFailure.usage("must be a colour: r,g,b, r,g,b,a, #rrggbb[aa] or one of \(names) (got \(text))")
  }
  return color
}

/// Colours by name, among them those of CIColor. sRGB, not premultiplied.
private let colorNames: [String: [Double]] = [
  "black": [0, 0, 0], "blue": [0, 0, 1], "brown": [0.6, 0.4, 0.2], "clear": [0, 0, 0, 0], "cyan": [0, 1, 1],
  "gray": [0.5, 0.5, 0.5], "green": [0, 1, 0], "grey": [0.5, 0.5, 0.5], "magenta": [1, 0, 1], "orange": [1, 0.5, 0],
  "pink": [1, 0.75, 0.8], "purple": [0.5, 0, 0.5], "red": [1, 0, 0], "white": [1, 1, 1], "yellow": [1, 1, 0],
]

extension CGColorSpace {
  /// Creates the space of a name in one of its spellings: `sRGB` or `kCGColorSpaceSRGB`.
  package convenience init(named name: String) throws {
    guard let space = ColorSpace.named(name) else {
      let names = ColorSpace.all.map(\.name).joined(separator: ", ")
      throw CommandFailure.usage("unknown colour space \(name); the colour spaces are \(names)")
    }
    self.init(space)
  }
}

extension CGAffineTransform {
  /// Creates a transform of a, b, c, d, tx, ty.
  package init?(components n: [Double]) {
    guard n.count == 6 else { return nil }
    self.init(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }
}

extension CIFilterByName where Self: CIFilter {
  /// Creates the filter with a name. The case of letters does not matter, and the prefix CI may be omitted:
  /// `gaussianblur`.
  ///
  /// - Throws: the errors of `init(checked:)`.
  package init(matching name: String) throws {
    let lowercased = name.lowercased()
    let names = CIFilter.filterNames(inCategory: nil)
    let match =
      names.first { $0 == name } ?? names.first { $0.lowercased() == lowercased }
      ?? names.first { $0.lowercased() == "ci" + lowercased }
    try self.init(checked: match ?? name)
  }
}

/// A `key=value` after the name of a filter or kernel.
package struct Assignment {
  package let text, key, value: String

  /// Parses an assignment.
  ///
  /// - Parameter owner: the name of the filter or kernel, for error texts.
  package init(_ text: String, of owner: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw CommandFailure.usage("expected key=value after \(owner) (got \(text))") }
    (self.text, key, value) = (text, parts[0], parts[1])
  }
}

/// A number or a Boolean on a command line.
package enum NumberText {
  case number(Double)
  case flag(Bool)

  package init(_ text: String) throws {
    if let flag = ["true": true, "false": false, "yes": true, "no": false][text] {
      self = .flag(flag)
    } else if let number = Double(text), number.isFinite {
      self = .number(number)
    } else {
      throw CommandFailure.usage("must be a finite number (got \(text))")
    }
  }
}

extension CIFilter {
  /// Returns the input with a key. The prefix `input` may be omitted, and the case of letters then does not matter:
  /// `radius`.
  package func parameter(matching key: String) -> ParameterInfo? {
    let parameters = definition?.parameters ?? []
    let lowercased = "input\(key)".lowercased()
    return parameters.first { $0.key == key } ?? parameters.first { $0.key.lowercased() == lowercased }
  }

  /// Sets an input from the command line: `inputRadius=10`, or `radius=10` for short.
  ///
  /// Vectors, colours and transforms are numbers separated by commas; colours are also names and `#rrggbb[aa]`. Images
  /// are files. Data is text or `@FILE`; text that begins with @ is written with @@. The data of a colour cube may be a
  /// .cube file or a HaldCLUT image, which also sets the cube's dimension.
  package func set(_ assignment: Assignment, _ images: ImageInput) throws {
    guard let parameter = parameter(matching: assignment.key) else {
      // Throws the filter's error for an unknown key.
      try set(assignment.value, forKey: assignment.key)
      return
    }
    let value: Any = try located(assignment.text) { try self.value(assignment.value, for: parameter, images) }
    if let data = value as? Data, assignment.value.hasPrefix("@"), inputKeys.contains("inputCubeDimension"),
      let table = try located(assignment.text, { try ColorLookupTable(data) })
    {
      try set(table.dimension, forKey: "inputCubeDimension")
      return try set(table.data, forKey: parameter.key)
    }
    try set(value, forKey: parameter.key)
  }

  private func value(_ text: String, for parameter: ParameterInfo, _ images: ImageInput) throws -> Any {
    switch parameter.className {
    case "NSNumber":
      switch try NumberText(text) {
      case .number(let number): return number
      case .flag(let flag): return flag
      }
    case "CIVector": return CIVector(try numberList(text))
    case "NSArray": return try text.split(separator: " ").map { CIVector(try numberList(String($0))) }
    case "CIColor": return try readColor(text)
    case "NSAffineTransform":
      if let map = CGAffineTransform(components: try numberList(text)) { return map }
      throw CommandFailure.usage("must be a transform: a,b,c,d,tx,ty (got \(text))")
    case "NSData":
      guard text.hasPrefix("@") else { return Data(text.utf8) }
      if text.hasPrefix("@@") { return Data(text.dropFirst().utf8) }
      do {
        return try images.data(String(text.dropFirst()), byteLimit: 1 << 28)
      } catch {
        throw CommandFailure.failed("\(CommandFailure(error).text); for the text \(text), write @\(text)")
      }
    case "NSObject": return try CGColorSpace(named: text)
    case "CIImage": return try images.image(text, isUpright: true)
    default: return text
    }
  }
}
