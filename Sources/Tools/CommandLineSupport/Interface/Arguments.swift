import Foundation

/// A parsed command line: options with their values, flags, and the positional words in their order.
package struct Arguments {
  package private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Parses a command line. Prints a line on standard error for each option with a deprecated name.
  ///
  /// - Parameters:
  ///   - arguments: those after the name of the subcommand.
  ///   - options: the options of the subcommand.
  /// - Throws: `CommandFailure` for unknown options and missing values.
  package init(_ arguments: [String], _ options: [Option]) throws {
    func find(_ name: String) -> Option? { options.first { $0.name == name } }
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      let next = Self.replacingDeprecatedName(of: argument, options)
      let parts = next.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if next == "--" {
        words += remaining
        break
      } else if !next.hasPrefix("-") || next == "-" || Double(next) != nil {
        words.append(next)
      } else if let option = find(next), option.isPositional {
        words.append(next)
      } else if let option = find(next), option.value == nil {
        flags.insert(next)
      } else if let option = find(parts[0]), option.value != nil {
        guard let value = parts.count == 2 ? parts[1] : remaining.popFirst() else {
          throw CommandFailure.usage("\(option.name) needs a value: \(option.spelling)")
        }
        values[option.name] = value
      } else {
        let all = options.map(\.name).sorted().joined(separator: " ")
        throw CommandFailure.usage(
          "unknown option \(next); \(all.isEmpty ? "this subcommand has no options" : "the options are \(all)")")
      }
    }
  }

  /// Returns the argument with the present name of its option, and reports a deprecated one on standard error.
  private static func replacingDeprecatedName(of argument: String, _ options: [Option]) -> String {
    let name = String(argument.prefix { $0 != "=" })
    guard let option = options.first(where: { $0.deprecatedName == name }) else { return argument }
    Terminal.note("citool: \(name) is deprecated; use \(option.name)")
    return option.name + argument.dropFirst(name.count)
  }

  /// Returns whether the command line has a flag.
  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option, nil without the option.
  package subscript(option: String) -> String? { values[option] }

  /// Returns the value of an option that must be present and not empty.
  ///
  /// - Parameter meaning: the value, for error texts.
  /// - Throws: `CommandFailure` if the option is missing or its value is empty.

  package func required(_ option: String, _ meaning: String) throws -> String {
    guard let value = values[option] else { throw CommandFailure.usage("\(option) \(meaning) is missing") }
    guard !value.isEmpty else {
      throw CommandFailure.usage("\(option) is empty; pass \(meaning), or - if the option supports it")
    }
    return value
  }

  /// Returns the file that an option names, nil without the option.
  ///
  /// - Throws: `CommandFailure` if the value is empty.
  package func file(_ option: String) throws -> URL? {
    values[option] == nil ? nil : URL(fileURLWithPath: try required(option, "the name of a file"))
  }

  /// Returns the only positional word.
  ///
  /// - Parameter meaning: the word, for error texts.
  /// - Throws: `CommandFailure` if there is none or more than one.
  package func single(_ meaning: String) throws -> String {
    guard words.count == 1 else {
      throw CommandFailure.usage(words.isEmpty ? "\(meaning) is missing" : "pass one \(meaning) (got \(words.count))")
    }
    return words[0]
  }

  /// Returns the halo that kernels read around a pixel, in pixels, of `--roi`. Nil stands for whole images.
  package func halo() throws -> Double? {
    try values["--roi"].map { text in
      guard let number = Double(text), number >= 0, number < 1e7 else {
        throw CommandFailure.usage("--roi must be a number of pixels, at least 0 and below 1e7 (got \(text))")
      }
      return number
    }
  }

  /// Returns the rectangle of `--rect`, in pixels with y upwards. Nil without the option.
  package func rect() throws -> CGRect? {
    guard let text = values["--rect"] else { return nil }
    let numbers = try numberList(text)
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      throw CommandFailure.usage("--rect must be X,Y,W,H with W and H above 0 (got \(text))")
    }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// Parses finite numbers that are separated by commas.
package func numberList(_ text: String) throws -> [Double] {
  try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
    guard let number = Double(part.trimmingCharacters(in: .whitespaces)), number.isFinite else {
      throw CommandFailure.usage("\(text) is not a list of numbers separated by commas")
    }
    return number
  }
}

/// Parses a number of bytes, with the suffix KiB, MiB or GiB or none. Returns nil for other texts.
package func byteCount(_ text: String) -> Double? {
  for (index, unit) in ["KiB", "MiB", "GiB"].enumerated() where text.hasSuffix(unit) {
    return Double(text.dropLast(3)).map { $0 * Double(1 << (10 * (index + 1))) }
  }
  return Double(text)
}
