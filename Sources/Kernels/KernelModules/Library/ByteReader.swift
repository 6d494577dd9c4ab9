import Foundation

/// Reads a library's bytes in their order; gives nil where they end.
struct ByteReader {
  private let data: Data
  private var place: Int

  init(_ data: Data) { (self.data, place) = (data, data.startIndex) }

  /// Bytes that are left.
  var remaining: Int { data.endIndex - place }

  mutating func bytes(_ count: Int) -> Data? {
    guard count >= 0, count <= remaining else { return nil }
    defer { place += count }
    return data[place..<place + count]
  }

  mutating func number() -> Int? {
    guard remaining >= 4 else { return nil }
    let offset = place - data.startIndex
    place += 4
    return Int(data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) })
  }

  mutating func flag() -> Bool? {
    switch number() {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Bytes with their number before them.
  mutating func block() -> Data? { number().flatMap { bytes($0) } }

  mutating func text() -> String? { block().map { String(decoding: $0, as: UTF8.self) } }

  /// Elements with their number before them, each of at least one number.
  mutating func list<Element>(_ element: (inout ByteReader) -> Element?) -> [Element]? {
    guard let count = number(), count <= remaining / 4 else { return nil }
    var elements: [Element] = []
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }
}
