/// Returns the orientation, 1...8, in EXIF data; nil if they have none or are damaged.
///
/// - Parameter exif: from the TIFF header on: byte order, 42, offset of the first directory.
///
/// Source: CIPA DC-008-2019 (Exif 2.32), 4.5.2 and 4.6.4, tag 274.
package func exifOrientation(_ exif: [UInt8]) -> Int? {
  let start = exif.prefix(2)
  let isLittle = start.elementsEqual([0x49, 0x49])
  guard isLittle || start.elementsEqual([0x4d, 0x4d]) else { return nil }

  func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= exif.count - byteCount else { return nil }
    let bytes = exif[offset..<offset + byteCount]
    return isLittle
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  guard number(at: 2, byteCount: 2) == 42, let directory = number(at: 4, byteCount: 4),
    let count = number(at: directory, byteCount: 2)
  else { return nil }
  for index in 0..<count {
    let entry = directory + 2 + index * 12
    guard let tag = number(at: entry, byteCount: 2) else { return nil }
    guard tag == 274 else { continue }
    guard number(at: entry + 2, byteCount: 2) == 3, let value = number(at: entry + 8, byteCount: 2),
      (1...8).contains(value)
    else { return nil }
    return value
  }
  return nil
}

extension ImageMetadata {
  /// Sets EXIF data with only the orientation, without an external library.
  package mutating func setOrientationAlone() {
    func native<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number) { Array($0) }
    }
    let order: [UInt8] = UInt16(1).littleEndian == 1 ? [0x49, 0x49] : [0x4d, 0x4d]
    // One entry: tag 274 with one short, and no further directory.
    exif = order + native(UInt16(42)) + native(UInt32(8)) + native(UInt16(1)) + native(UInt16(274)) + native(UInt16(3))
    exif += native(UInt32(1)) + native(UInt16(orientation)) + native(UInt16(0)) + native(UInt32(0))
  }
}
