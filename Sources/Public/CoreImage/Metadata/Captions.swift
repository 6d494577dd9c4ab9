import ImageCodecs

// IPTC's records and what means the same in XMP, as one dictionary. Files that have no place for the records carry them
// in XMP alone; Exiv2 gives XMP under the names of the records as well, where a file has no others.

/// The dictionary of captions that these values of Exiv2's names are.
func captions(_ values: [String: [String]]) -> [String: Any] {
  var result: [String: Any] = [:]
  for field in IPTCField.all {
    let texts = values[field.name] ?? field.xmp.flatMap { values[$0] }?.map(withoutLanguage) ?? []
    let kept = texts.filter { !$0.isEmpty }
    guard let first = kept.first else { continue }
    switch field.kind {
    case .one: result[field.key] = first
    case .list: result[field.key] = kept
    case .date: result[field.key] = first.filter { $0 != "-" && $0 != ":" }
    case .time: result[field.key] = first.replacing(":", with: "")
    }
  }
  if let stars = values["Xmp.xmp.Rating"]?.first.flatMap({ Double($0) }).flatMap({ Int(exactly: $0.rounded()) }) {
    result[kCGImagePropertyIPTCStarRating] = stars
  }
  return result
}

/// `lang="x-default" Rome` is Rome.
private func withoutLanguage(_ text: String) -> String {
  guard text.hasPrefix("lang="), let space = text.firstIndex(of: " ") else { return text }
  return String(text[text.index(after: space)...])
}

/// What a dictionary of captions says, for both places of a file.
func captions(_ dictionary: [String: Any]) -> (records: [IPTCDataset], xmp: [MetadataTag]) {
  var records: [IPTCDataset] = []
  var xmp: [MetadataTag] = []
  for field in IPTCField.all {
    guard let value = dictionary[field.key] else { continue }
    let texts = ((value as? [Any]) ?? [value]).prefix(256).compactMap { item -> String? in
      if let text = item as? String { return text.isEmpty ? nil : String(text.prefix(8000)) }
      return number(from: item).flatMap { Int(exactly: $0) }.map(String.init)
    }
    let kept = field.kind == .list ? texts : Array(texts.prefix(1))
    records += kept.map { IPTCDataset(field.number, $0) }
    if let name = field.xmp, !kept.isEmpty { xmp.append(MetadataTag(name, kept)) }
  }
  if let created = date(dictionary) { xmp.append(MetadataTag("Xmp.photoshop.DateCreated", created)) }
  if let stars = number(from: dictionary[kCGImagePropertyIPTCStarRating]).flatMap({ Int(exactly: $0) }) {
    xmp.append(MetadataTag("Xmp.xmp.Rating", "\(min(max(stars, -1), 5))"))
  }
  return (records, xmp)
}

/// `20240506` and `070809+0200` as XMP has them: `2024-05-06T07:08:09+02:00`.
private func date(_ dictionary: [String: Any]) -> String? {
  guard let day = dictionary[kCGImagePropertyIPTCDateCreated] as? String, day.count == 8, day.allSatisfy(\.isNumber)
  else { return nil }
  var result = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
  if let time = dictionary[kCGImagePropertyIPTCTimeCreated] as? String, time.count == 11 {
    let parts = [time.prefix(2), time.dropFirst(2).prefix(2), time.dropFirst(4).prefix(2)].joined(separator: ":")
    result += "T\(parts)\(time.dropFirst(6).prefix(3)):\(time.suffix(2))"
  }
  return result
}
