/// IPTC's records among Photoshop's image resources; nil where there are none.
///
/// Source of the format: Adobe Photoshop File Formats Specification, "Image Resource Blocks": signature, number, name
/// of even length, size, data of even length.
package func iptc(inResources bytes: [UInt8]) -> [UInt8]? {
  var at = 0
  while bytes.count - at >= 12, bytes[at..<at + 4].elementsEqual(Array("8BIM".utf8)) {
    let number = Int(bytes[at + 4]) << 8 | Int(bytes[at + 5])
    let sizeAt = at + 6 + (Int(bytes[at + 6]) + 2) & ~1
    guard bytes.count - sizeAt >= 4 else { return nil }
    let size = bytes[sizeAt..<sizeAt + 4].reduce(0) { $0 << 8 | Int($1) }
    let start = sizeAt + 4
    guard size <= bytes.count - start else { return nil }
    if number == 0x0404 { return size <= 1 << 18 ? Array(bytes[start..<start + size]) : nil }
    at = start + (size + 1) & ~1
  }
  return nil
}

/// Photoshop's image resources of one: IPTC's records.
package func resources(ofIPTC records: [UInt8]) -> [UInt8] {
  let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
  return Array("8BIM".utf8) + [4, 4, 0, 0] + size + records + (records.count % 2 == 1 ? [0] : [])
}

/// One value of IPTC's second record.
package struct IPTCDataset: Hashable, Sendable {
  package let number: UInt8
  package let text: String

  package init(_ number: UInt8, _ text: String) { (self.number, self.text) = (number, text) }
}

extension ImageMetadata {
  /// Puts values of IPTC into Photoshop's resources; their texts are cut at 32,000 bytes, which is as far as a data set
  /// without a longer head goes.
  ///
  /// Source of the format: IPTC-NAA Information Interchange Model 4.2: 1:90 says that texts are in UTF-8.
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
    for dataset in datasets { append(2, dataset.number, utf8(dataset.text, most: 32000)) }
    photoshop = resources(ofIPTC: records)
  }
}

/// The text in UTF-8, cut between characters.
private func utf8(_ text: String, most: Int) -> [UInt8] {
  let bytes = Array(text.utf8.prefix(most + 1))
  guard bytes.count > most else { return bytes }
  var end = most
  while end > 0, bytes[end] & 0xc0 == 0x80 { end -= 1 }
  return Array(bytes[..<end])
}
