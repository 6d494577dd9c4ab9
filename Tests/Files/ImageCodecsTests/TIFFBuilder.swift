import Foundation

/// A builder of TIFF files, byte by byte: a directory of tags first, then the values that do not fit into it.
struct TIFFBuilder {
  enum Value {
    case shorts([UInt16])
    case longs([UInt32])
    case bytes([UInt8])
  }

  var isBigEndian = false
  private var tags: [UInt16: Value] = [:]
  private let pixels: [UInt8]

  /// An image of one uncompressed strip; `pixels` are in the byte order of the file.
  init(
    width: UInt32, height: UInt32, bits: [UInt16], photometric: UInt16, pixels: [UInt8], isBigEndian: Bool = false
  ) {
    (self.pixels, self.isBigEndian) = (pixels, isBigEndian)
    tags[256] = .longs([width])
    tags[257] = .longs([height])
    tags[258] = .shorts(bits)
    tags[259] = .shorts([1])
    tags[262] = .shorts([photometric])
    tags[277] = .shorts([UInt16(bits.count)])
    tags[278] = .longs([height])
    tags[279] = .longs([UInt32(pixels.count)])
  }

  subscript(tag: UInt16) -> Value? {
    get { tags[tag] }
    set { tags[tag] = newValue }
  }

  private func short(_ value: UInt16) -> [UInt8] {
    isBigEndian ? [UInt8(value >> 8), UInt8(value & 255)] : [UInt8(value & 255), UInt8(value >> 8)]
  }

  private func long(_ value: UInt32) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  var file: Data {
    var tags = tags
    let isTiled = tags[322] != nil
    let offsetTag: UInt16 = isTiled ? 324 : 273
    tags[offsetTag] = .longs([0])
    let count = tags.count
    var extra: [UInt8] = []
    var directory: [UInt8] = short(UInt16(count))
    let extraStart = 8 + 2 + 12 * count + 4
    // The pixels come last; their offset is only known after all other values are placed.
    func encoded(_ value: Value) -> (type: UInt16, count: Int, bytes: [UInt8]) {
      switch value {
      case .shorts(let list): (3, list.count, list.flatMap(short))
      case .longs(let list): (4, list.count, list.flatMap(long))
      case .bytes(let list): (7, list.count, list)
      }
    }
    let extraCount = tags.values.map { encoded($0).bytes.count }.filter { $0 > 4 }.reduce(0, +)
    tags[offsetTag] = .longs([UInt32(extraStart + extraCount)])
    for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
      let (type, count, bytes) = encoded(value)
      directory += short(tag) + short(type) + long(UInt32(count))
      if bytes.count <= 4 {
        directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        directory += long(UInt32(extraStart + extra.count))
        extra += bytes
      }
    }
    let magic: [UInt8] = isBigEndian ? [0x4d, 0x4d] : [0x49, 0x49]
    return Data(magic + short(42) + long(8) + directory + long(0) + extra + pixels)
  }
}
