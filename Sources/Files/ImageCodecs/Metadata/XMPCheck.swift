/// Returns whether an XMP packet is safe for the parser.
///
/// The parser is recursive for nested elements and searches lists for each name, so depth and length of packets are
/// limited. Documents that declare types or entities are no XMP.
///
/// Source of the format: ISO 16684-1, 7.
package func isSafeXMP(_ packet: [UInt8]) -> Bool {
  let (maximumBytes, maximumDepth, maximumParts) = (1 << 22, 64, 8192)
  guard packet.count <= maximumBytes, packet.contains(UInt8(ascii: "<")) else { return false }
  var (depth, parts, offset) = (0, 0, 0)
  func starts(_ text: StaticString) -> Bool {
    packet.count - offset >= text.utf8CodeUnitCount
      && packet[offset..<offset + text.utf8CodeUnitCount].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  /// Advances the offset to the end of the next occurrence of the text.
  func skip(past text: StaticString) -> Bool {
    while offset < packet.count, !starts(text) { offset += 1 }
    offset += text.utf8CodeUnitCount
    return offset <= packet.count
  }
  /// Advances the offset to the end of a tag, whose values may contain any character except `<`; nil if the tag has no
  /// end.
  func skipTag() -> (isEmpty: Bool, values: Int)? {
    var (quote, values): (UInt8?, Int) = (nil, 0)
    while offset < packet.count {
      let character = packet[offset]
      offset += 1
      if let open = quote {
        if character == open { quote = nil }
      } else if character == UInt8(ascii: "\"") || character == UInt8(ascii: "'") {
        (quote, values) = (character, values + 1)
      } else if character == UInt8(ascii: ">") {
        return (packet[offset - 2] == UInt8(ascii: "/"), values)
      }
    }
    return nil
  }
  while offset < packet.count {
    guard packet[offset] == UInt8(ascii: "<") else {
      offset += 1
      continue
    }
    if starts("<!--") {
      guard skip(past: "-->") else { return false }
    } else if starts("<![CDATA[") {
      guard skip(past: "]]>") else { return false }
    } else if starts("<?") {
      guard skip(past: "?>") else { return false }
    } else if starts("<!") {
      return false
    } else {
      let isEnd = starts("</")
      guard let tag = skipTag() else { return false }
      parts += 1 + tag.values
      depth += isEnd ? -1 : tag.isEmpty ? 0 : 1
      guard depth <= maximumDepth, depth >= 0, parts <= maximumParts else { return false }
    }
  }
  return depth == 0 && parts > 0
}
