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
    return Int(unsignedInteger(exif[offset..<offset + byteCount], isLittle: isLittle))
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
  /// Sets EXIF data with only the orientation and the resolution, without an external library. If the orientation is 1
  /// and the resolution is unknown, sets none.
  package mutating func setMinimalEXIF() {
    func native<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: number) { Array($0) }
    }
    func entry(_ tag: UInt16, _ type: UInt16, _ value: [UInt8]) -> [UInt8] {
      native(tag) + native(type) + native(UInt32(1)) + value
    }
    func short(_ value: Int) -> [UInt8] { native(UInt16(value)) + native(UInt16(0)) }
    let count = (orientation != 1 ? 1 : 0) + (resolution != nil ? 3 : 0)
    guard count > 0 else {
      exif = []
      return
    }
    // Values that do not fit into an entry follow the directory, which begins at offset 8.
    let end = UInt32(8 + 2 + 12 * count + 4)
    let order: [UInt8] = UInt16(1).littleEndian == 1 ? [0x49, 0x49] : [0x4d, 0x4d]
    exif = order + native(UInt16(42)) + native(UInt32(8)) + native(UInt16(count))
    if orientation != 1 { exif += entry(274, 3, short(orientation)) }
    if resolution != nil {
      exif += entry(282, 5, native(end)) + entry(283, 5, native(end + 8)) + entry(296, 3, short(2))
    }
    exif += native(UInt32(0))
    for number in resolution.map({ [$0.x, $0.y] }) ?? [] {
      // The largest denominator of a power of ten for which the numerator fits.
      let denominator = [10_000, 100, 1].first { number * $0 <= 4e9 } ?? 1
      exif += native(UInt32((number * denominator).rounded())) + native(UInt32(denominator))
    }
  }

  /// Returns the metadata for a format that stores a resolution only in EXIF data.
  func withResolutionInEXIF() -> ImageMetadata {
    guard exif.isEmpty, resolution != nil else { return self }
    var result = self
    result.setMinimalEXIF()
    return result
  }
}
