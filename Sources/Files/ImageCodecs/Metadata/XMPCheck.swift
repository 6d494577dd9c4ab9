/// True for an XMP packet that the parser may be given.
///
/// It calls itself for elements inside of elements and looks through lists for each name, so a packet must be no deeper
/// and no longer than honest ones; and documents that declare types or entities are no XMP.
///
/// Source of the format: ISO 16684-1, 7.
package func isSoundXMP(_ packet: [UInt8]) -> Bool {
  let (mostBytes, mostDepth, mostParts) = (1 << 22, 64, 8192)
  guard packet.count <= mostBytes, packet.contains(UInt8(ascii: "<")) else { return false }
  var (depth, parts, at) = (0, 0, 0)
  func starts(_ text: StaticString) -> Bool {
    packet.count - at >= text.utf8CodeUnitCount
      && packet[at..<at + text.utf8CodeUnitCount].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  /// Goes behind the next place where the text is.
  func pass(_ text: StaticString) -> Bool {
    while at < packet.count, !starts(text) { at += 1 }
    at += text.utf8CodeUnitCount
    return at <= packet.count
  }
  /// Goes behind a tag, whose values may hold any sign but `<`; nil where it does not end.
  func passTag() -> (isEmpty: Bool, values: Int)? {
    var (quote, values): (UInt8?, Int) = (nil, 0)
    while at < packet.count {
      let sign = packet[at]
      at += 1
      if let open = quote {
        if sign == open { quote = nil }
      } else if sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "'") {
        (quote, values) = (sign, values + 1)
      } else if sign == UInt8(ascii: ">") {
        return (packet[at - 2] == UInt8(ascii: "/"), values)
      }
    }
    return nil
  }
  while at < packet.count {
    guard packet[at] == UInt8(ascii: "<") else {
      at += 1
      continue
    }
    if starts("<!--") {
      guard pass("-->") else { return false }
    } else if starts("<![CDATA[") {
      guard pass("]]>") else { return false }
    } else if starts("<?") {
      guard pass("?>") else { return false }
    } else if starts("<!") {
      return false
    } else {
      let isEnd = starts("</")
      guard let tag = passTag() else { return false }
      parts += 1 + tag.values
      depth += isEnd ? -1 : tag.isEmpty ? 0 : 1
      guard depth <= mostDepth, depth >= 0, parts <= mostParts else { return false }
    }
  }
  return depth == 0 && parts > 0
}
