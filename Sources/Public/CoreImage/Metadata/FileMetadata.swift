import ImageCodecs
import ImageGraph

extension ImageProperties {
  /// What a file of so many pixels can say of this image.
  ///
  /// Sizes and colour space are the file's own, not those that the dictionaries were read with; previews, makers' notes
  /// and what filters made untrue with them are never written.
  ///
  /// Without the library only the orientation is kept, with a line in the log.
  func metadata(width: Int, height: Int, isSRGB: Bool) -> ImageMetadata {
    var result = ImageMetadata()
    result.orientation = orientation
    let dictionary = dictionary
    func part(_ key: String) -> [String: Any] { dictionary[key] as? [String: Any] ?? [:] }
    let captions = captions(part(kCGImagePropertyIPTCDictionary))
    // Of the orientation there is only one, which every TIFF file states.
    let own = part(kCGImagePropertyTIFFDictionary).filter { $0.key != kCGImagePropertyTIFFOrientation }
    var tags = tags(own, MetadataField.tiff)
    tags += self.tags(part(kCGImagePropertyExifDictionary), MetadataField.exif)
    tags += self.tags(withReferences(part(kCGImagePropertyGPSDictionary)), MetadataField.gps)
    tags += self.tags(part(kCGImagePropertyExifAuxDictionary), MetadataField.aux)
    guard !tags.isEmpty || !captions.records.isEmpty || !captions.xmp.isEmpty else {
      if orientation != 1 { result.setOrientationAlone() }
      return result
    }
    // Exiv2 takes the last of a name: versions only where the dictionaries have none.
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

  /// South and west are negative for many an app that sets no letter; EXIF knows only letters.
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
