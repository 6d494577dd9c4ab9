/// Returns the bytes of a "Raw profile type" text chunk, which ImageMagick and others write to PNG files: a line with
/// the name, one with the number of bytes, and hexadecimal digits. Returns nil for other text.
package func textProfile(_ text: String) -> [UInt8]? {
  let lines = text.utf8.drop { $0 == 0x0a }.split(separator: 0x0a, maxSplits: 2)
  guard lines.count == 3, let count = Int(String(decoding: lines[1], as: UTF8.self).filter(\.isNumber)),
    count > 0, count <= lines[2].count / 2
  else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  var high: UInt8?
  for character in lines[2] {
    guard let digit = digit(character) else { continue }
    if let first = high {
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return bytes.count == count ? bytes : nil
}

private func digit(_ character: UInt8) -> UInt8? {
  switch character {
  case 0x30...0x39: character - 0x30
  case 0x41...0x46: character - 0x37
  case 0x61...0x66: character - 0x57
  default: nil
  }
}
