import Foundation

/// A command line taken apart: options with their values, flags, and the words between them in their order.
package struct Arguments {
  package private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  package init(_ arguments: [String], _ options: [Option]) throws {
    func known(_ name: String) -> Option? { options.first { $0.name == name } }
    var rest = arguments[...]
    while let next = rest.popFirst() {
      let parts = next.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if next == "--" {
        words += rest
        break
      } else if !next.hasPrefix("-") || next == "-" || Double(next) != nil {
        words.append(next)
      } else if let option = known(next), option.keepsPlace {
        words.append(next)
      } else if let option = known(next), option.value == nil {
        flags.insert(next)
      } else if let option = known(parts[0]), option.value != nil {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw CommandFailure.usage("\(option.name) needs a value: \(option.spelling)")
        }
        values[option.name] = value
      } else {
        let all = options.map(\.name).sorted().joined(separator: " ")
        throw CommandFailure.usage(
          "there is no option \(next) here; \(all.isEmpty ? "there are none" : "there are \(all)")")
      }
    }
  }

  package func has(_ flag: String) -> Bool { flags.contains(flag) }
  package subscript(option: String) -> String? { values[option] }

  package func required(_ option: String, _ meaning: String) throws -> String {
    guard let value = values[option] else { throw CommandFailure.usage("\(option) \(meaning) is missing") }
    guard !value.isEmpty else {
      throw CommandFailure.usage("\(option) is empty; it takes \(meaning), or - where that is allowed")
    }
    return value
  }

  /// The file that an option names; nil without the option.
  package func file(_ option: String) throws -> URL? {
    values[option] == nil ? nil : URL(fileURLWithPath: try required(option, "the name of a file"))
  }

  /// The only word.
  package func single(_ meaning: String) throws -> String {
    guard words.count == 1 else {
      throw CommandFailure.usage(words.isEmpty ? "\(meaning) is missing" : "one \(meaning) is wanted, not \(words.count)")
    }
    return words[0]
  }

  /// Pixels around a pixel that kernels read; nil: all.
  package func reach() throws -> Double? {
    try values["--roi"].map { text in
      guard let number = Double(text), number >= 0, number < 1e7 else {
        throw CommandFailure.usage("--roi takes a number of pixels, 0 or more, not \(text)")
      }
      return number
    }
  }

  /// X,Y,W,H in Core Image's coordinates.
  package func rect() throws -> CGRect? {
    guard let text = values["--rect"] else { return nil }
    let numbers = try numberList(text)
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      throw CommandFailure.usage("--rect takes X,Y,W,H with W and H above 0, not \(text)")
    }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// Numbers with commas between them.
package func numberList(_ text: String) throws -> [Double] {
  try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
    guard let number = Double(part.trimmingCharacters(in: .whitespaces)), number.isFinite else {
      throw CommandFailure.usage("\(text) is no list of numbers with commas between them")
    }
    return number
  }
}

/// Bytes, as a number or with KiB, MiB or GiB behind it.
package func byteCount(_ text: String) -> Double? {
  for (index, unit) in ["KiB", "MiB", "GiB"].enumerated() where text.hasSuffix(unit) {
    return Double(text.dropLast(3)).map { $0 * Double(1 << (10 * (index + 1))) }
  }
  return Double(text)
}
