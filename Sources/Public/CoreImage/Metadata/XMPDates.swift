import ImageCodecs

// XMP times are local times followed by the offset from UTC: `2020-01-02T03:04:05+02:00`. Exiv2 converts them to the
// time zone of the machine under EXIF's names, which loses that information.

/// Replaces EXIF times that Exiv2 derived from XMP by the local times in XMP, and adds the time that belongs to IPTC's
/// date.
///
/// - Parameter exif: the names that EXIF data contain.
func withTimesOfXMP(_ values: [String: [String]], exif: Set<String>) -> [String: [String]] {
  let sources = [
    ("Exif.Photo.DateTimeOriginal", ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated"]),
    ("Exif.Photo.DateTimeDigitized", ["Xmp.exif.DateTimeDigitized", "Xmp.xmp.CreateDate"]),
    ("Exif.Image.DateTime", ["Xmp.tiff.DateTime", "Xmp.xmp.ModifyDate"]),
  ]
  var result = values
  for (name, others) in sources where values[name] != nil && !exif.contains(name) {
    result[name] = others.lazy.compactMap { values[$0]?.first.flatMap(exifTime) }.first.map { [$0] }
  }
  if result["Iptc.Application2.TimeCreated"] == nil, let date = values["Xmp.photoshop.DateCreated"]?.first {
    result["Iptc.Application2.TimeCreated"] = iptcTime(date).map { [$0] }
  }
  return result
}

/// Returns `2020:01:02 03:04:05`; nil if the text has no time.
private func exifTime(_ text: String) -> String? {
  guard let parts = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)?.*/#)?.output else { return nil }
  return "\(parts.1):\(parts.2):\(parts.3) \(parts.4)\(parts.5 ?? ":00")"
}

/// Returns `030405+0200`; nil if the text has no time, or no offset from UTC.
private func iptcTime(_ text: String) -> String? {
  let pattern = #/\d{4}-\d\d-\d\dT(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-]\d\d):(\d\d))/#
  guard let parts = text.wholeMatch(of: pattern)?.output else { return nil }
  return "\(parts.1)\(parts.2)\(parts.3 ?? "00")\(parts.4 ?? "+00")\(parts.5 ?? "00")"
}
