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
    result.resolution = resolution
    let captions = captions(section(kCGImagePropertyIPTCDictionary))
    // The orientation is written separately, since every TIFF file states it; so is a resolution with a unit.
    var separate: Set = [kCGImagePropertyTIFFOrientation]
    if resolution != nil {
      separate.formUnion([
        kCGImagePropertyTIFFXResolution, kCGImagePropertyTIFFYResolution, kCGImagePropertyTIFFResolutionUnit,
      ])
    }
    var tags = tags(section(kCGImagePropertyTIFFDictionary).filter { !separate.contains($0.key) }, MetadataField.tiff)
    tags += self.tags(section(kCGImagePropertyExifDictionary), MetadataField.exif)
    tags += self.tags(withReferences(section(kCGImagePropertyGPSDictionary)), MetadataField.gps)
    let lens = self.tags(section(kCGImagePropertyExifAuxDictionary), MetadataField.aux)
    guard !tags.isEmpty || !lens.isEmpty || !captions.records.isEmpty || !captions.xmp.isEmpty || !packet.isEmpty else {
      // Formats without a resolution of their own write it in EXIF data.
      if orientation != 1 { result.setMinimalEXIF() }
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
    if let resolution {
      tags += self.tags(
        [
          kCGImagePropertyTIFFXResolution: resolution.x, kCGImagePropertyTIFFYResolution: resolution.y,
          kCGImagePropertyTIFFResolutionUnit: 2,
        ], MetadataField.tiff)
    }
    result.setIPTC(captions.records)
    switch MetadataLibrary.shared {
    case .success(let library):
      (result.exif, result.xmp) = library.blocks(of: tags + lens + captions.xmp)
      guard !packet.isEmpty else { break }
      let edit = XMPPacketEdit(lens + captions.xmp, isOverridden: isPacketOverridden, owned: Self.ownedNames)
      let edited = library.packet(packet, edit: edit.changes)
      if !edited.isEmpty { result.xmp = edited }
    case .failure(let missing):
      RenderLog.process.note("metadata are not written: \(missing)")
      if orientation != 1 { result.setMinimalEXIF() }
    }
    return result
  }

  /// The resolution of the file. The properties of the image take precedence over its TIFF dictionary.
  private var resolution: ImageResolution? {
    let dictionary = dictionary
    let (width, height) = (
      number(from: dictionary[kCGImagePropertyDPIWidth]), number(from: dictionary[kCGImagePropertyDPIHeight])
    )
    if let x = width ?? height { return ImageResolution(x, height ?? x) }
    let tiff = dictionary[kCGImagePropertyTIFFDictionary] as? [String: Any] ?? [:]
    guard let x = number(from: tiff[kCGImagePropertyTIFFXResolution]) else { return nil }
    let y = number(from: tiff[kCGImagePropertyTIFFYResolution]) ?? x
    // TIFF 6.0, tag 296: 1 no unit, 2 inches, 3 centimetres.
    switch number(from: tiff[kCGImagePropertyTIFFResolutionUnit]) ?? 2 {
    case 2: return ImageResolution(x, y)
    case 3: return ImageResolution(2.54 * x, 2.54 * y)
    default: return nil
    }
  }

  /// The names of XMP properties that dictionaries contain.
  private static let ownedNames = Set(
    IPTCField.all.compactMap(\.xmp) + MetadataField.aux.map(\.name)
      + ["Xmp.photoshop.DateCreated", "Xmp.xmp.Rating"])

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
