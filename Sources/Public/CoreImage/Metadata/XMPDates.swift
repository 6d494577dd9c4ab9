import ImageCodecs

// XMP's times are those of the place where the image was taken, with their distance from UTC behind them:
// `2020-01-02T03:04:05+02:00`. Exiv2 gives them under EXIF's names in the time of this machine, which says nothing.

/// The values with EXIF's times as XMP has them, where EXIF data say none, and with the time that belongs to IPTC's
/// date.
///
/// - Parameter exif: names that EXIF data have.
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

/// `2020:01:02 03:04:05`; nil where the text has no time.
private func exifTime(_ text: String) -> String? {
  guard let parts = text.wholeMatch(of: #/(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(:\d\d)?.*/#)?.output else { return nil }
  return "\(parts.1):\(parts.2):\(parts.3) \(parts.4)\(parts.5 ?? ":00")"
}

/// `030405+0200`; nil where the text has no time, or does not say of which place.
private func iptcTime(_ text: String) -> String? {
  let pattern = #/\d{4}-\d\d-\d\dT(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-]\d\d):(\d\d))/#
  guard let parts = text.wholeMatch(of: pattern)?.output else { return nil }
  return "\(parts.1)\(parts.2)\(parts.3 ?? "00")\(parts.4 ?? "+00")\(parts.5 ?? "00")"
}
