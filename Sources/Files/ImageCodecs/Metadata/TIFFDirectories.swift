/// The directories of a TIFF file, or of EXIF data, that contain metadata.
///
/// Retained are values of the first directory that do not describe the pixels, and those of EXIF and GPS without maker
/// notes. Damaged and oversized values are omitted.
///
/// Source of the format: TIFF 6.0, section 2; BigTIFF; CIPA DC-008-2019 (Exif 2.32), 4.5 and 4.6.
package struct TIFFDirectories {
  /// Returns bytes at an offset in the file; fewer at its end.
  typealias Bytes = (_ offset: UInt64, _ count: Int) -> [UInt8]

  package struct Entry: Sendable {
    package let tag: UInt16
    package let type: UInt16
    package let count: UInt32
    package let value: [UInt8]
  }

  let isLittle: Bool
  package private(set) var image: [Entry] = []
  package private(set) var camera: [Entry] = []
  package private(set) var gps: [Entry] = []
  /// The XMP packet, and IPTC, separate or in Photoshop resources, of a TIFF file.
  private(set) var xmp: [UInt8] = []
  private(set) var iptc: [UInt8] = []
  private(set) var photoshop: [UInt8] = []

  private let bytes: Bytes
  private let isBig: Bool
  /// The remaining capacity for all values, in bytes.
  private var capacity = 1 << 20

  static let maximumEntries = 512
  static let maximumImages = 1000
  static let maximumValueBytes = 1 << 16
  static let maximumBlockBytes = 1 << 22

  package init?(_ exif: [UInt8]) {
    self.init { offset, count in
      guard offset < UInt64(exif.count) else { return [] }
      return Array(exif[Int(offset)..<min(exif.count, Int(offset) + count)])
    }
  }

  /// Parses a TIFF file. Returns nil for other formats.
  ///
  /// - Parameter directory: the offset of the image's directory; nil for the first one.
  init?(_ bytes: @escaping Bytes, directory: UInt64? = nil) {
    guard let first = Self.firstDirectory(bytes) else { return nil }
    (self.bytes, isLittle, isBig) = (bytes, first.isLittle, first.isBig)
    readImage(at: directory ?? first.offset)
  }

  /// Returns the offsets of the directories of a file's images, up to a limit. Images of reduced resolution are
  /// omitted, unless there are no others. Empty for other formats.
  static func images(_ bytes: Bytes) -> [UInt64] {
    guard let first = firstDirectory(bytes) else { return [] }
    let (countBytes, entryBytes, pointerBytes) = first.isBig ? (8, 20, 8) : (2, 12, 4)
    var (offset, seen, result): (UInt64, Set<UInt64>, [UInt64]) = (first.offset, [], [])
    while offset >= 8, offset <= UInt64(Int64.max), seen.count < maximumImages, seen.insert(offset).inserted {
      let head = bytes(offset, countBytes)
      guard head.count == countBytes, case let count = unsignedInteger(head[...], isLittle: first.isLittle),
        count <= 65535
      else { break }
      // Tags are sorted, and NewSubfileType is the first one that occurs.
      let start = offset + UInt64(countBytes)
      let entry = bytes(start, entryBytes)
      guard entry.count == entryBytes else { break }
      let isReduced =
        unsignedInteger(entry[0..<2], isLittle: first.isLittle) == 254
        && unsignedInteger(entry[(entryBytes - pointerBytes)...].prefix(4), isLittle: first.isLittle) & 1 == 1
      if !isReduced { result.append(offset) }
      let next = bytes(start + count * UInt64(entryBytes), pointerBytes)
      guard next.count == pointerBytes else { break }
      offset = unsignedInteger(next[...], isLittle: first.isLittle)
    }
    return result.isEmpty ? [first.offset] : result
  }

  static func firstDirectory(_ bytes: Bytes) -> (offset: UInt64, isLittle: Bool, isBig: Bool)? {
    let start = bytes(0, 16)
    guard start.count >= 8 else { return nil }
    let isLittle = start[0] == 0x49
    guard start[0] == start[1], isLittle || start[0] == 0x4d else { return nil }
    switch unsignedInteger(start[2..<4], isLittle: isLittle) {
    case 42: return (unsignedInteger(start[4..<8], isLittle: isLittle), isLittle, false)
    case 43 where start.count == 16: return (unsignedInteger(start[8..<16], isLittle: isLittle), isLittle, true)
    default: return nil
    }
  }

  // MARK: Reading

  private mutating func readImage(at offset: UInt64) {
    // Names, dates and resolution. The other tags describe the pixel data, which other files do not have.
    let retained: Set<UInt16> = [269, 270, 271, 272, 274, 282, 283, 296, 305, 306, 315, 316, 318, 319, 33432]
    for field in fields(at: offset) {
      switch field.tag {
      case 700: xmp = block(field)
      case 33723: iptc = block(field)
      case 34377: photoshop = block(field)
      case 34665: camera = entries(at: pointer(field)).filter { ![34665, 34853, 40965, 37500].contains($0.tag) }
      case 34853: gps = entries(at: pointer(field)).filter { $0.tag < 64 }
      case let tag where retained.contains(tag): if let entry = entry(field) { image.append(entry) }
      default: break
      }
    }
  }

  private struct Field {
    let tag: UInt16
    let type: UInt16
    let count: UInt64
    /// The value if it fits, else its offset.
    let content: [UInt8]

    var byteCount: UInt64 {
      let sizes: [UInt64] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
      let (bytes, overflow) = count.multipliedReportingOverflow(by: type < sizes.count ? sizes[Int(type)] : 0)
      return overflow ? 0 : bytes
    }
  }

  private func fields(at offset: UInt64) -> [Field] {
    let (countBytes, entryBytes, fieldStart) = isBig ? (8, 20, 12) : (2, 12, 8)
    let head = bytes(offset, countBytes)
    guard offset >= 8, head.count == countBytes else { return [] }
    let count = Int(min(unsignedInteger(head[...], isLittle: isLittle), UInt64(Self.maximumEntries)))
    let (start, overflow) = offset.addingReportingOverflow(UInt64(countBytes))
    guard !overflow else { return [] }
    let all = bytes(start, count * entryBytes)
    var seen: Set<UInt16> = []
    return stride(from: 0, to: all.count - entryBytes + 1, by: entryBytes).compactMap { position in
      let entry = Array(all[position..<position + entryBytes])
      let tag = UInt16(unsignedInteger(entry[0..<2], isLittle: isLittle))
      guard seen.insert(tag).inserted else { return nil }
      return Field(
        tag: tag, type: UInt16(unsignedInteger(entry[2..<4], isLittle: isLittle)),
        count: unsignedInteger(entry[4..<fieldStart], isLittle: isLittle),
        content: Array(entry[fieldStart...]))
    }
  }

  private mutating func entries(at offset: UInt64) -> [Entry] { fields(at: offset).compactMap { entry($0) } }

  private mutating func entry(_ field: Field) -> Entry? {
    guard (1...12).contains(field.type), let count = UInt32(exactly: field.count),
      field.byteCount <= min(UInt64(Self.maximumValueBytes), UInt64(capacity)), let value = value(field)
    else { return nil }
    capacity -= value.count
    return Entry(tag: field.tag, type: field.type, count: count, value: value)
  }

  private func block(_ field: Field) -> [UInt8] {
    field.byteCount <= Self.maximumBlockBytes ? value(field) ?? [] : []
  }

  private func value(_ field: Field) -> [UInt8]? {
    let count = Int(field.byteCount)
    guard count > 0 else { return nil }
    if count <= field.content.count { return Array(field.content[..<count]) }
    let value = bytes(unsignedInteger(field.content[...], isLittle: isLittle), count)
    return value.count == count ? value : nil
  }

  /// Returns the offset of another directory; 0, which is no valid offset, if the field has another type.
  private func pointer(_ field: Field) -> UInt64 {
    switch (field.type, field.count) {
    case (4, 1), (13, 1): unsignedInteger(field.content[..<4], isLittle: isLittle)
    case (16, 1), (18, 1): unsignedInteger(field.content[...].prefix(8), isLittle: isLittle)
    default: 0
    }
  }

  // MARK: EXIF data

  /// The directories as EXIF data; empty without entries.
  package var exif: [UInt8] {
    guard !(image.isEmpty && camera.isEmpty && gps.isEmpty) else { return [] }
    var result: [UInt8] = (isLittle ? [0x49, 0x49] : [0x4d, 0x4d]) + encoded(42, 2) + encoded(8, 4)
    let pointers: [(UInt16, [Entry])] = [(34665, camera), (34853, gps)].filter { !$0.1.isEmpty }
    var main = image
    var start = 8 + directoryBytes(image) + pointers.count * 12
    for (tag, entries) in pointers {
      main.append(Entry(tag: tag, type: 4, count: 1, value: encoded(UInt64(start), 4)))
      start += directoryBytes(entries)
    }
    append(main, to: &result)
    for (_, entries) in pointers { append(entries, to: &result) }
    return result
  }

  private func directoryBytes(_ entries: [Entry]) -> Int {
    2 + 12 * entries.count + 4 + entries.reduce(0) { $0 + ($1.value.count > 4 ? ($1.value.count + 1) & ~1 : 0) }
  }

  private func append(_ entries: [Entry], to result: inout [UInt8]) {
    let entries = entries.sorted { $0.tag < $1.tag }
    var offset = result.count + 2 + 12 * entries.count + 4
    result += encoded(UInt64(entries.count), 2)
    var values: [UInt8] = []
    for entry in entries {
      result += encoded(UInt64(entry.tag), 2) + encoded(UInt64(entry.type), 2) + encoded(UInt64(entry.count), 4)
      guard entry.value.count > 4 else {
        result += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
        continue
      }
      result += encoded(UInt64(offset), 4)
      values += entry.value + (entry.value.count % 2 == 1 ? [0] : [])
      offset += (entry.value.count + 1) & ~1
    }
    result += encoded(0, 4) + values
  }

  private func encoded(_ number: UInt64, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    return isLittle ? little : little.reversed()
  }
}

/// Returns the unsigned integer of up to 8 bytes.
func unsignedInteger(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> UInt64 {
  isLittle ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : bytes.reduce(0) { $0 << 8 | UInt64($1) }
}
