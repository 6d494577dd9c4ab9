import CommandLineSupport
import CoreImage
import FilterExamples
import Foundation
import ImageFilters

/// A command line of citool that demonstrates a filter, on any images of 300 pixels or more.
package struct ExampleCommand {
  /// The command line, quoted for a shell.
  package private(set) var text = ""
  /// The names of the image files that it reads.
  package private(set) var images: [String] = []
  /// The contents of the data files that it reads, by name.
  package private(set) var data: [String: Data] = [:]

  private static let side = 300.0

  /// Creates a command line with as few values as the filter needs: those without a default. If the defaults together
  /// give no image, such as empty rectangles, it has all values. Returns nil for filters with values that a command
  /// line cannot express, such as a camera's calibration.
  package init?(_ definition: Filter) {
    guard let command = Self(definition, setsAll: false) ?? Self(definition, setsAll: true) else { return nil }
    self = command
  }

  private init?(_ definition: Filter, setsAll: Bool) {
    let blank = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: Self.side, height: Self.side))
    let example = FilterExample(definition, image: blank, second: blank, side: Self.side)
    guard let filter = try? CIFilter(checked: definition.name) else { return nil }
    var words = ["citool", "apply"]
    var assignments: [String] = []
    for parameter in definition.parameters {
      let isNeeded = parameter.defaultValue == nil && !parameter.isOptional
      if parameter.key == kCIInputImageKey {
        words.append("photo.jpg")
        images.append("photo.jpg")
        filter.setValue(blank, forKey: parameter.key)
      } else if let number = example.demonstrationValues[parameter.key] {
        filter.setValue(number, forKey: parameter.key)
        assignments.append("\(shortKey(parameter.key))=\(plain(number))")
      } else if isNeeded || (setsAll && parameter.className == "CIVector") {
        guard let value = example.value(of: parameter) else {
          if isNeeded { return nil } else { continue }
        }
        guard let text = word(for: value, parameter) else { return nil }
        filter.setValue(value, forKey: parameter.key)
        assignments.append("\(shortKey(parameter.key))=\(text)")
      }
    }
    guard let image = try? filter.checkedOutputImage() else { return nil }
    words += ["-f", definition.name] + assignments
    if image.extent.isInfinite { words += ["--rect", "0,0,300,300"] }
    text = (words + ["-o", "result.png"]).map(shellWord).joined(separator: " ")
  }

  /// Returns the value in the form of `citool apply`.
  private mutating func word(for value: Any, _ parameter: ParameterInfo) -> String? {
    switch value {
    case is CIImage:
      let name = Self.fileName(parameter.key)
      images.append(name)
      return name
    case let vector as CIVector: return numbers(vector)
    case let vectors as [CIVector]: return vectors.map(numbers).joined(separator: " ")
    case let color as CIColor:
      return [color.red, color.green, color.blue, color.alpha].map { plain(Double($0)) }.joined(separator: ",")
    case let map as CGAffineTransform:
      return [map.a, map.b, map.c, map.d, map.tx, map.ty].map { plain(Double($0)) }.joined(separator: ",")
    case let text as String: return text
    case let text as NSAttributedString: return text.string
    case let bytes as Data:
      if let text = String(data: bytes, encoding: .utf8), text.allSatisfy({ $0.isASCII && $0 > " " }) { return text }
      let name = "\(shortKey(parameter.key)).bin"
      data[name] = bytes
      return "@\(name)"
    default: return nil
    }
  }

  /// Returns an example file name for an image input.
  private static func fileName(_ key: String) -> String {
    let names = [
      "Mask": "mask.png", "Background": "background.jpg", "Target": "target.jpg", "Gradient": "gradient.png",
    ]
    return names.first { key.contains($0.key) }?.value ?? "second.jpg"
  }
}

/// Returns a key without its prefix `input`, the short form on command lines.
func shortKey(_ key: String) -> String {
  guard key.hasPrefix("input") else { return key }
  let name = key.dropFirst("input".count)
  return name.prefix(1).lowercased() + name.dropFirst()
}

private func numbers(_ vector: CIVector) -> String {
  (0..<vector.count).map { plain(Double(vector.value(at: $0))) }.joined(separator: ",")
}

private func plain(_ number: Double) -> String {
  abs(number) < 1e15 && number == number.rounded() ? "\(Int(number))" : "\((number * 1e6).rounded() / 1e6)"
}

/// Quotes a word for a shell if necessary.
private func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty && word.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || "_-+=.,:/@%".contains($0) }
  return isPlain ? word : "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
}
