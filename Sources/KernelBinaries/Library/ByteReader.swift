import Foundation

/// Reads a library's bytes in their order; gives nil where they end.
struct ByteReader {
  private let data: Data
  private var place: Int

  init(_ data: Data) { (self.data, place) = (data, data.startIndex) }

  /// Bytes that are left.
  var remaining: Int { data.endIndex - place }

  mutating func bytes(_ count: Int) -> Data? {
    guard count >= 0, count <= data.endIndex - place else { return nil }
    defer { place += count }
    return data[place..<place + count]
  }

  mutating func number() -> Int? {
    bytes(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Bytes with their number before them.
  mutating func block() -> Data? { number().flatMap { bytes($0) }.map { Data($0) } }
}

extension Data {
  init(number: Int) { self = Swift.withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) } }
  init(block: Data) { self = Data(number: block.count) + block }
  init(words: [UInt32]) { self = words.map(\.littleEndian).withUnsafeBytes { Data($0) } }

  mutating func append(block: Data) { append(Data(block: block)) }

  /// Numbers of 4 bytes; what is left over is dropped.
  var words: [UInt32] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
  }
}
