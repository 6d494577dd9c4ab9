import Foundation

/// A command line taken apart: options with their values, flags, and the words between them in their order.
struct Arguments {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  private static let rendering: Set = [
    "--backend", "--device", "--memory", "--format", "--color-space", "--quality", "--stats", "--rect", "-o",
  ]

  /// - Parameters:
  ///   - kept: options that stay among the words, such as `-f`, because their place matters.
  init(
    _ arguments: [String], valued: Set<String> = [], flags known: Set<String> = [], kept: Set<String> = [],
    renders: Bool = false
  ) throws {
    let valued = renders ? valued.union(Self.rendering) : valued
    var rest = arguments[...]
    while let next = rest.popFirst() {
      let parts = next.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if next == "--" {
        words += rest
        break
      } else if !next.hasPrefix("-") || next == "-" || kept.contains(next) || Double(next) != nil {
        words.append(next)
      } else if known.contains(next) {
        flags.insert(next)
      } else if valued.contains(parts[0]) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw Failure.usage("\(next) needs a value")
        }
        values[parts[0]] = value
      } else {
        let all = valued.union(known).union(kept).sorted().joined(separator: " ")
        throw Failure.usage("there is no option \(next) here; there are \(all)")
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  subscript(option: String) -> String? { values[option] }

  func required(_ option: String, _ meaning: String) throws -> String {
    guard let value = values[option] else { throw Failure.usage("\(option) \(meaning) is missing") }
    return value
  }

  /// The only word.
  func single(_ meaning: String) throws -> String {
    guard words.count == 1 else {
      throw Failure.usage(words.isEmpty ? "\(meaning) is missing" : "one \(meaning) is wanted, not \(words.count)")
    }
    return words[0]
  }

  /// X,Y,W,H in Core Image's coordinates.
  func rect() throws -> CGRect? {
    guard let text = values["--rect"] else { return nil }
    let numbers = try numberList(text)
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
      throw Failure.usage("--rect takes X,Y,W,H with W and H above 0, not \(text)")
    }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// Numbers with commas between them.
func numberList(_ text: String) throws -> [Double] {
  try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
    guard let number = Double(part.trimmingCharacters(in: .whitespaces)), number.isFinite else {
      throw Failure.usage("\(text) is no list of numbers with commas between them")
    }
    return number
  }
}
