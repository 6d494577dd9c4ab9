import Foundation

/// Primitives of the library format.
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

  /// The data as words of 4 bytes; excess bytes are dropped.
  var words: [UInt32] {
    withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
    }
  }
}
