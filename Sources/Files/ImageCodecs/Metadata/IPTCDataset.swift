/// Returns the IPTC records in Photoshop's image resources; nil if there are none.
///
/// Source of the format: Adobe Photoshop File Formats Specification, "Image Resource Blocks": signature, number, name
/// of even length, size, data of even length.
package func iptc(inResources bytes: [UInt8]) -> [UInt8]? {
  var offset = 0
  while bytes.count - offset >= 12, bytes[offset..<offset + 4].elementsEqual(Array("8BIM".utf8)) {
    let number = Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5])
    let sizeOffset = offset + 6 + (Int(bytes[offset + 6]) + 2) & ~1
    guard bytes.count - sizeOffset >= 4 else { return nil }
    let size = bytes[sizeOffset..<sizeOffset + 4].reduce(0) { $0 << 8 | Int($1) }
    let start = sizeOffset + 4
    guard size <= bytes.count - start else { return nil }
    if number == 0x0404 { return size <= 1 << 18 ? Array(bytes[start..<start + size]) : nil }
    offset = start + (size + 1) & ~1
  }
  return nil
}

/// Returns Photoshop image resources with IPTC records.
package func resources(ofIPTC records: [UInt8]) -> [UInt8] {
  let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
  return Array("8BIM".utf8) + [4, 4, 0, 0] + size + records + (records.count % 2 == 1 ? [0] : [])
}

/// A value of IPTC's second record.
package struct IPTCDataset: Hashable, Sendable {
  package let number: UInt8
  package let text: String

  package init(_ number: UInt8, _ text: String) { (self.number, self.text) = (number, text) }
}

extension ImageMetadata {
  /// Stores IPTC values in Photoshop resources. Texts are truncated to 32,000 bytes, the limit of a data set without an
  /// extended header.
  ///
  /// Source of the format: IPTC-NAA Information Interchange Model 4.2: 1:90 declares UTF-8.
  package mutating func setIPTC(_ datasets: [IPTCDataset]) {
    guard !datasets.isEmpty else {
      photoshop = []
      return
    }
    var records: [UInt8] = []
    func append(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) {
      records += [0x1c, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xff)] + value
    }
    append(1, 90, [0x1b, 0x25, 0x47])
    append(2, 0, [0, 4])
    for dataset in datasets { append(2, dataset.number, utf8(dataset.text, maximum: 32000)) }
    photoshop = resources(ofIPTC: records)
  }
}

/// Returns the text in UTF-8, truncated between characters.
private func utf8(_ text: String, maximum: Int) -> [UInt8] {
  utf8Prefix(Array(text.utf8.prefix(maximum + 1)), maximum: maximum)
}

/// Returns the bytes of a text in UTF-8, truncated between characters.
func utf8Prefix(_ bytes: [UInt8], maximum: Int) -> [UInt8] {
  guard bytes.count > maximum else { return bytes }
  var end = maximum
  while end > 0, bytes[end] & 0xc0 == 0x80 { end -= 1 }
  return Array(bytes[..<end])
}
