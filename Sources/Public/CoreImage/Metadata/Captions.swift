import ImageCodecs

// Captions combine IPTC records and XMP properties with the same meaning in one dictionary. Files that cannot contain
// IPTC records have XMP only. If a file has XMP only, Exiv2 also returns it under the names of the records.

/// Returns the dictionary of captions for values by Exiv2's names.
func captions(_ values: [String: [String]]) -> [String: Any] {
  var result: [String: Any] = [:]
  for field in IPTCField.all {
    let texts = values[field.name] ?? field.xmp.flatMap { values[$0] }?.map(withoutLanguage) ?? []
    let nonemptyTexts = texts.filter { !$0.isEmpty }
    guard let first = nonemptyTexts.first else { continue }
    switch field.kind {
    case .one: result[field.key] = first
    case .list: result[field.key] = nonemptyTexts
    case .date: result[field.key] = first.filter { $0 != "-" && $0 != ":" }
    case .time: result[field.key] = first.replacing(":", with: "")
    }
  }
  if let stars = values["Xmp.xmp.Rating"]?.first.flatMap({ Double($0) }).flatMap({ Int(exactly: $0.rounded()) }) {
    result[kCGImagePropertyIPTCStarRating] = stars
  }
  return result
}

/// Removes a language qualifier: `lang="x-default" Rome` becomes Rome.
private func withoutLanguage(_ text: String) -> String {
  guard text.hasPrefix("lang="), let space = text.firstIndex(of: " ") else { return text }
  return String(text[text.index(after: space)...])
}

/// Converts a dictionary of captions to IPTC records and XMP properties.
func captions(_ dictionary: [String: Any]) -> (records: [IPTCDataset], xmp: [MetadataTag]) {
  var records: [IPTCDataset] = []
  var xmp: [MetadataTag] = []
  for field in IPTCField.all {
    guard let value = dictionary[field.key] else { continue }
    let texts = ((value as? [Any]) ?? [value]).prefix(256).compactMap { item -> String? in
      if let text = item as? String { return text.isEmpty ? nil : String(text.prefix(8000)) }
      return number(from: item).flatMap { Int(exactly: $0) }.map(String.init)
    }
    let selectedTexts = field.kind == .list ? texts : Array(texts.prefix(1))
    records += selectedTexts.map { IPTCDataset(field.number, $0) }
    if let name = field.xmp, !selectedTexts.isEmpty { xmp.append(MetadataTag(name, selectedTexts)) }
  }
  if let created = date(dictionary) { xmp.append(MetadataTag("Xmp.photoshop.DateCreated", created)) }
  if let stars = number(from: dictionary[kCGImagePropertyIPTCStarRating]).flatMap({ Int(exactly: $0) }) {
    xmp.append(MetadataTag("Xmp.xmp.Rating", "\(min(max(stars, -1), 5))"))
  }
  return (records, xmp)
}

/// Converts `20240506` and `070809+0200` to the form of XMP: `2024-05-06T07:08:09+02:00`.
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
