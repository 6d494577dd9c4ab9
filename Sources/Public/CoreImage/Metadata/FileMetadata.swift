import ImageCodecs
import ImageGraph

extension ImageProperties {
  /// Returns the metadata of this image for a file of the given size.
  ///
  /// Sizes and colour space are those of the file, not those of the dictionaries. Previews and maker notes, which
  /// filters can make invalid, are never written.
  ///
  /// If Exiv2 is missing, only the orientation is written, and a line is logged.
  func metadata(width: Int, height: Int, isSRGB: Bool) -> ImageMetadata {
    var result = ImageMetadata()
    result.orientation = orientation
    let dictionary = dictionary
    func section(_ key: String) -> [String: Any] { dictionary[key] as? [String: Any] ?? [:] }
    let captions = captions(section(kCGImagePropertyIPTCDictionary))
    // The orientation is written separately, since every TIFF file states it.
    let own = section(kCGImagePropertyTIFFDictionary).filter { $0.key != kCGImagePropertyTIFFOrientation }
    var tags = tags(own, MetadataField.tiff)
    tags += self.tags(section(kCGImagePropertyExifDictionary), MetadataField.exif)
    tags += self.tags(withReferences(section(kCGImagePropertyGPSDictionary)), MetadataField.gps)
    tags += self.tags(section(kCGImagePropertyExifAuxDictionary), MetadataField.aux)
    guard !tags.isEmpty || !captions.records.isEmpty || !captions.xmp.isEmpty else {
      if orientation != 1 { result.setOrientationAlone() }
      return result
    }
    // Exiv2 uses the last tag of a name, so these versions apply only if the dictionaries have none.
    tags.insert(MetadataTag("Exif.Photo.ExifVersion", "48 50 51 50"), at: 0)
    if dictionary[kCGImagePropertyGPSDictionary] != nil {
      tags.insert(MetadataTag("Exif.GPSInfo.GPSVersionID", "2 3 0 0"), at: 0)
    }
    tags += [
      MetadataTag("Exif.Image.Orientation", "\(orientation)"), MetadataTag("Exif.Photo.PixelXDimension", "\(width)"),
      MetadataTag("Exif.Photo.PixelYDimension", "\(height)"),
      MetadataTag("Exif.Photo.ColorSpace", isSRGB ? "1" : "65535"),
    ]
    result.setIPTC(captions.records)
    switch MetadataLibrary.shared {
    case .success(let library): (result.exif, result.xmp) = library.blocks(of: tags + captions.xmp)
    case .failure(let missing):
      RenderLog.process.note("metadata are not written: \(missing)")
      if orientation != 1 { result.setOrientationAlone() }
    }
    return result
  }

  private func tags(_ dictionary: [String: Any], _ fields: [MetadataField]) -> [MetadataTag] {
    fields.compactMap { field in
      dictionary[field.key].flatMap { unwrapped($0) }.flatMap(field.text).map { MetadataTag(field.name, $0) }
    }
  }

  /// Adds missing references. Many apps set negative coordinates for south and west; EXIF uses reference letters.
  private func withReferences(_ gps: [String: Any]) -> [String: Any] {
    var gps = gps
    let letters = [
      (kCGImagePropertyGPSLatitude, kCGImagePropertyGPSLatitudeRef, "N", "S"),
      (kCGImagePropertyGPSLongitude, kCGImagePropertyGPSLongitudeRef, "E", "W"),
    ]
    for (key, reference, positive, negative) in letters where gps[reference] == nil {
      if let degrees = number(from: gps[key]) { gps[reference] = degrees < 0 ? negative : positive }
    }
    if let altitude = number(from: gps[kCGImagePropertyGPSAltitude]), altitude < 0 {
      gps[kCGImagePropertyGPSAltitude] = -altitude
      if gps[kCGImagePropertyGPSAltitudeRef] == nil { gps[kCGImagePropertyGPSAltitudeRef] = 1 }
    }
    return gps
  }
}
