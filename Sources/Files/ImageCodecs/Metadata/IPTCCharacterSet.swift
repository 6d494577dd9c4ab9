#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The character set of IPTC records.
///
/// Sources: IPTC-NAA Information Interchange Model 4.2, data set 1:90, and ISO 2022: escape sequences that designate a
/// set. Without a declaration, texts are in Windows-1252, which contains Latin-1, or in UTF-8 if all of them are valid.
enum IPTCCharacterSet: Equatable {
  case utf8
  case windows1252
  /// A set by its name for iconv.
  case named(String)
  /// A set that is not supported. Characters other than ASCII are replaced.
  case unknown

  /// - Parameter declaration: the value of 1:90.
  init(declaration: ArraySlice<UInt8>) {
    switch Array(declaration) {
    case [0x1b, 0x25, 0x47], [0x1b, 0x25, 0x2f, 0x47], [0x1b, 0x25, 0x2f, 0x48], [0x1b, 0x25, 0x2f, 0x49]: self = .utf8
    // ASCII, which writers of Latin-1 declare as well.
    case [], [0x1b, 0x28, 0x42]: self = .windows1252
    case let escape where escape.count == 3 && escape[0] == 0x1b && [0x2d, 0x2e, 0x2f].contains(escape[1]):
      // Sets of 96 characters by their final byte, ISO international register of coded character sets.
      let parts: [UInt8: Int] = [
        0x42: 2, 0x43: 3, 0x44: 4, 0x4c: 5, 0x47: 6, 0x46: 7, 0x48: 8, 0x4d: 9, 0x56: 10, 0x59: 13, 0x5f: 14, 0x62: 15,
        0x66: 16,
      ]
      self = escape[2] == 0x41 ? .windows1252 : parts[escape[2]].map { .named("ISO-8859-\($0)") } ?? .unknown
    default: self = .unknown
    }
  }

  /// Converts a text to UTF-8.
  func utf8(_ text: ArraySlice<UInt8>) -> [UInt8] {
    if self == .utf8 || text.allSatisfy({ $0 < 0x80 }) { return Array(text) }
    switch self {
    case .utf8: return Array(text)
    case .windows1252: return text.flatMap(Self.windows1252)
    case .named(let name):
      if let converted = Self.converted(Array(text), from: name) { return converted }
      return IPTCCharacterSet.unknown.utf8(text)
    // U+FFFD, the replacement character.
    case .unknown: return text.flatMap { $0 < 0x80 ? [$0] : [0xef, 0xbf, 0xbd] }
    }
  }

  /// The characters 0x80...0x9f of Windows-1252. 0 marks positions without a character, which remain C1 controls.
  ///
  /// Source: Unicode Consortium, MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT.
  private static let upper: [UInt32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e,
    0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> [UInt8] {
    let mapped = (0x80..<0xa0).contains(byte) ? upper[Int(byte) - 0x80] : 0
    return Unicode.Scalar(mapped == 0 ? UInt32(byte) : mapped).map { Array(String($0).utf8) } ?? []
  }

  private static func converted(_ text: [UInt8], from set: String) -> [UInt8]? {
    let converter = iconv_open("UTF-8", set)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    // A character of 8 bits has at most three bytes in UTF-8.
    var (input, output) = (text.map { CChar(bitPattern: $0) }, [CChar](repeating: 0, count: 3 * text.count))
    let capacity = output.count
    var (remaining, free) = (input.count, capacity)
    let isConverted = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(converter, &from, &remaining, &to, &free) != -1
      }
    }
    return isConverted && remaining == 0 ? output[..<(capacity - free)].map { UInt8(bitPattern: $0) } : nil
  }
}

/// Returns IPTC records with texts in UTF-8, and with a declaration of UTF-8. If the records are in UTF-8 or ASCII, or
/// damaged, returns them unchanged.
package func recordsInUTF8(_ records: [UInt8]) -> [UInt8] {
  guard let datasets = datasets(of: records), !records.allSatisfy({ $0 < 0x80 }) else { return records }
  let texts = datasets.filter(\.isText)
  let declaration = datasets.last { $0.record == 1 && $0.number == 90 }
  var set = IPTCCharacterSet(declaration: declaration?.value ?? [])
  if declaration == nil, texts.allSatisfy({ String(validating: $0.value, as: UTF8.self) != nil }) { set = .utf8 }
  if set == .utf8, declaration != nil { return records }
  var result: [UInt8] = [0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]
  for dataset in datasets where !(dataset.record == 1 && dataset.number == 90) {
    let converted = dataset.isText ? set.utf8(dataset.value) : Array(dataset.value)
    // The limit of a data set without an extended header.
    let value = converted.count <= 32_767 ? converted : utf8Prefix(converted, maximum: 32_767)
    result += [0x1c, dataset.record, dataset.number, UInt8(value.count >> 8), UInt8(value.count & 0xff)] + value
  }
  return result
}

private struct Dataset {
  let record: UInt8
  let number: UInt8
  let value: ArraySlice<UInt8>

  /// IIM 4.2, chapter 6: 2:0 is a version, 2:125 a bitmap, 2:200 to 2:202 a preview.
  var isText: Bool { record == 2 && ![0, 125, 200, 201, 202].contains(number) }
}

/// Returns the data sets of records. Nil if they are damaged, or have extended headers.
private func datasets(of records: [UInt8]) -> [Dataset]? {
  var result: [Dataset] = []
  var offset = 0
  while records.count - offset >= 5, records[offset] == 0x1c {
    let size = Int(records[offset + 3]) << 8 | Int(records[offset + 4])
    let start = offset + 5
    guard size < 0x8000, size <= records.count - start else { return nil }
    result.append(
      Dataset(record: records[offset + 1], number: records[offset + 2], value: records[start..<start + size]))
    offset = start + size
  }
  // Padding may follow.
  return records[offset...].allSatisfy { $0 == 0 } && !result.isEmpty ? result : nil
}
