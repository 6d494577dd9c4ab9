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

/// How a library's bytes are written.
extension Data {
  init(words: [UInt32]) { self = words.map(\.littleEndian).withUnsafeBytes { Data($0) } }

  mutating func append(numbers: Int...) {
    for number in numbers { Swift.withUnsafeBytes(of: UInt32(number).littleEndian) { append(contentsOf: $0) } }
  }

  mutating func append(block: Data) {
    append(numbers: block.count)
    append(block)
  }

  mutating func append(text: String) { append(block: Data(text.utf8)) }

  mutating func append<Element>(list elements: [Element], _ element: (Element, inout Data) -> Void) {
    append(numbers: elements.count)
    for each in elements { element(each, &self) }
  }

  /// Numbers of 4 bytes; what is left over is dropped.
  var words: [UInt32] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
  }
}
