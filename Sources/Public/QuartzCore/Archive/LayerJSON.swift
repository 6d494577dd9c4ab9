import Foundation

/// A JSON value. Unlike `NSNumber` it tells true from 1.
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

  /// Infinity, which JSON has no number for, as a word.
  init(_ number: Double) {
    self = number.isFinite ? .number(number) : .text(number > 0 ? "infinity" : "-infinity")
  }

  init(_ numbers: [Double]) { self = .list(numbers.map { LayerJSON($0) }) }

  /// For messages: what it is, not what it holds.
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

  /// Of an array of nothing else.
  var numbers: [Double]? {
    guard case .list(let list) = self else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == list.count ? numbers : nil
  }
}

/// Why a tree cannot be read or written, and where.
public struct LayerArchiveError: Error, CustomStringConvertible, Sendable {
  /// The place in the text, for example `root.sublayers[2].opacity`.
  public let place: String
  /// What is wrong with it.
  public let reason: String
  /// `place: reason`.
  public var description: String { "\(place): \(reason)" }

  init(_ place: String, _ reason: String) { (self.place, self.reason) = (place, reason) }

  /// A key that nothing has, with those that are most like it.
  static func unknown(_ key: String, at place: String, among known: [String]) -> LayerArchiveError {
    let near = known.map { ($0.distance(to: key), $0) }.filter { $0.0 <= 3 }.sorted { $0 < $1 }.prefix(3).map(\.1)
    let hint =
      near.isEmpty ? "known are \(known.sorted().joined(separator: ", "))" : "near are \(near.joined(separator: ", "))"
    return LayerArchiveError(place, "\"\(key.prefix(80))\" is no key here; \(hint)")
  }
}

extension String {
  /// How many letters have to be changed, added or left out; capitals do not count.
  fileprivate func distance(to other: String) -> Int {
    let (a, b) = (Array(lowercased()), Array(other.lowercased().prefix(80)))
    var row = Array(0...b.count)
    for i in a.indices {
      var last = row[0]
      row[0] = i + 1
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = Swift.min(row[j] + 1, above + 1, last + (a[i] == b[j] ? 0 : 1))
        last = above
      }
    }
    return row[b.count]
  }
}
