/// The bytes of a profile that ImageMagick and others write into a text of a PNG file: a line with its name, one with
/// the count of bytes, and hexadecimal digits; nil for what is no such text.
package func textProfile(_ text: String) -> [UInt8]? {
  let lines = text.utf8.drop { $0 == 0x0a }.split(separator: 0x0a, maxSplits: 2)
  guard lines.count == 3, let count = Int(String(decoding: lines[1], as: UTF8.self).filter(\.isNumber)),
    count > 0, count <= lines[2].count / 2
  else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  var high: UInt8?
  for sign in lines[2] {
    guard let digit = digit(sign) else { continue }
    if let first = high {
      bytes.append(first << 4 | digit)
      high = nil
    } else {
      high = digit
    }
  }
  return bytes.count == count ? bytes : nil
}

private func digit(_ sign: UInt8) -> UInt8? {
  switch sign {
  case 0x30...0x39: sign - 0x30
  case 0x41...0x46: sign - 0x37
  case 0x61...0x66: sign - 0x57
  default: nil
  }
}
