import Foundation

/// A JSON value. Unlike `NSNumber`, it distinguishes true from 1.
enum LayerJSON: Codable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([LayerJSON])
  case object([String: LayerJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([LayerJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: LayerJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// Creates a number; infinity, which JSON cannot represent, is a string.
  init(_ number: Double) {
    self = number.isFinite ? .number(number) : .text(number > 0 ? "infinity" : "-infinity")
  }

  init(_ numbers: [Double]) { self = .list(numbers.map { LayerJSON($0) }) }

  /// The type of the value, for error messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .flag: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .list: "an array"
    case .object: "an object"
    }
  }

  var number: Double? {
    switch self {
    case .number(let number): number
    case .text("infinity"): .infinity
    case .text("-infinity"): -.infinity
    default: nil
    }
  }

  /// The elements of an array of numbers; nil for other values.
  var numbers: [Double]? {
    guard case .list(let list) = self else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? numbers : nil
  }
}

/// An error of reading or writing a layer document, with its location.
public struct LayerArchiveError: Error, CustomStringConvertible, Sendable {
  /// The location in the document, for example `root.sublayers[2].opacity`.
  public let location: String
  /// Renamed to `location`.
  @available(*, deprecated, renamed: "location")
  public var place: String { location }
  /// The problem.
  public let reason: String
  /// `location: reason`.
  public var description: String { "\(location): \(reason)" }

  init(_ location: String, _ reason: String) { (self.location, self.reason) = (location, reason) }

  /// Returns the error for an unknown key, with the most similar keys.
  static func unknown(_ key: String, at location: String, among valid: [String]) -> LayerArchiveError {
    let similar = valid.map { ($0.distance(to: key), $0) }.filter { $0.0 <= 3 }.sorted { $0 < $1 }.prefix(3).map(\.1)
    let hint =
      similar.isEmpty
      ? "valid keys are \(valid.sorted().joined(separator: ", "))"
      : "did you mean \(similar.joined(separator: ", "))?"
    return LayerArchiveError(location, "unknown key \"\(key.prefix(80))\"; \(hint)")
  }
}

extension String {
  /// Returns the Levenshtein distance, ignoring case.
  fileprivate func distance(to other: String) -> Int {
    let (a, b) = (Array(lowercased()), Array(other.lowercased().prefix(80)))
    var row = Array(0...b.count)
    for i in a.indices {
      var previous = row[0]
      row[0] = i + 1
      for j in b.indices {
        let upper = row[j + 1]
        row[j + 1] = Swift.min(row[j] + 1, upper + 1, previous + (a[i] == b[j] ? 0 : 1))
        previous = upper
      }
    }
    return row[b.count]
  }
}
