import Foundation

/// A sequential reader of a library's bytes. Its functions return nil at the end of the data.
struct ByteReader {
  private let data: Data
  private var position: Int

  init(_ data: Data) { (self.data, position) = (data, data.startIndex) }

  /// The number of remaining bytes.
  var remaining: Int { data.endIndex - position }

  mutating func bytes(_ count: Int) -> Data? {
    guard count >= 0, count <= remaining else { return nil }
    defer { position += count }
    return data[position..<position + count]
  }

  mutating func number() -> Int? {
    guard remaining >= 4 else { return nil }
    let offset = position - data.startIndex
    position += 4
    return Int(data.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) })
  }

  mutating func flag() -> Bool? {
    switch number() {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Reads bytes that are preceded by their count.
  mutating func block() -> Data? { number().flatMap { bytes($0) } }

  mutating func text() -> String? { block().map { String(decoding: $0, as: UTF8.self) } }

  /// Reads elements that are preceded by their count. Each element has at least one number.
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
