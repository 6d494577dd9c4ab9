import Foundation
import ImageCodecs
import ImageGraph
import Synchronization

/// The properties of an image. A file's metadata are parsed at the first access.
final class ImageProperties: Sendable {
  /// The EXIF orientation: the rotation and mirroring of the stored pixels. 1 (upright) if the value is not a valid
  /// orientation.
  let orientation: Int
  /// The XMP packet of the file; empty if there is none.
  let packet: [UInt8]
  /// Whether the dictionary was replaced after the packet was read.
  let isPacketOverridden: Bool
  private let compute: @Sendable () -> Values
  private let cache = Mutex<Values?>(nil)

  private struct Values: @unchecked Sendable {
    // Unchecked: set once, and holds numbers, texts and lists and dictionaries of them.
    let dictionary: [String: Any]
  }

  convenience init(_ dictionary: [String: Any] = [:]) { self.init(dictionary, [], isPacketOverridden: false) }

  /// - Parameters:
  ///   - packet: an XMP packet.
  ///   - isPacketOverridden: whether the metadata of the dictionary take precedence over it.
  private init(_ dictionary: [String: Any], _ packet: [UInt8], isPacketOverridden: Bool) {
    (self.packet, self.isPacketOverridden) = (packet, isPacketOverridden)
    let values = Values(dictionary: dictionary)
    let stated = number(from: dictionary[kCGImagePropertyOrientation]).flatMap { Int(exactly: $0) }
    orientation = stated.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    compute = { values }
  }

  /// - Parameter basics: the properties of the file other than metadata.
  init(_ basics: [String: Any], metadata: ImageMetadata, orientation: Int) {
    let values = Values(dictionary: basics)
    self.orientation = orientation
    (packet, isPacketOverridden) = (metadata.xmp, false)
    compute = { Values(dictionary: values.dictionary.merging(dictionaries(of: metadata, orientation)) { $1 }) }
  }

  private init(rotating other: ImageProperties) {
    orientation = 1
    (packet, isPacketOverridden) = (other.packet, other.isPacketOverridden)
    compute = {
      var dictionary = other.dictionary
      dictionary[kCGImagePropertyOrientation] = 1
      if var tiff = dictionary[kCGImagePropertyTIFFDictionary] as? [String: Any] {
        tiff[kCGImagePropertyTIFFOrientation] = 1
        dictionary[kCGImagePropertyTIFFDictionary] = tiff
      }
      return Values(dictionary: dictionary)
    }
  }

  /// The properties of the image after its pixels were rotated to upright.
  var rotatedUpright: ImageProperties { orientation == 1 ? self : ImageProperties(rotating: self) }

  /// Returns other properties, of which those without a dictionary, the other values of XMP, are preserved.
  ///
  /// - Parameter changesMetadata: whether metadata differ from those of the packet.
  func replaced(by dictionary: [String: Any], changesMetadata: Bool) -> ImageProperties {
    ImageProperties(dictionary, packet, isPacketOverridden: isPacketOverridden || changesMetadata)
  }

  var dictionary: [String: Any] {
    cache.withLock { cache in
      if let cache { return cache }
      let values = compute()
      cache = values
      return values
    }.dictionary
  }
}

/// Returns a file's metadata under Image I/O's keys. If Exiv2 is missing, returns an empty dictionary and logs it.
private func dictionaries(of metadata: ImageMetadata, _ orientation: Int) -> [String: Any] {
  guard !metadata.isEmpty else { return [:] }
  let library: MetadataLibrary
  switch MetadataLibrary.shared {
  case .success(let found): library = found
  case .failure(let missing):
    RenderLog.process.note("CIImage.properties: \(missing)")
    return [:]
  }
  func named(_ tags: [MetadataTag]) -> [String: [String]] {
    Dictionary(tags.map { ($0.name, $0.values) }) { first, _ in first }
  }
  let own = named(library.exif(of: metadata))
  let others = named(library.captions(of: metadata))
  let values = withTimesOfXMP(others.merging(own) { $1 }, exif: Set(own.keys))
  func dictionary(_ fields: [MetadataField]) -> [String: Any] {
    let found = fields.compactMap { field in
      values[field.name]?.first.flatMap(field.value).map { (field.key, $0) }
    }
    return Dictionary(found) { first, _ in first }
  }
  var tiff = dictionary(MetadataField.tiff)
  // HEIF files state the orientation outside of EXIF.
  if !tiff.isEmpty { tiff[kCGImagePropertyTIFFOrientation] = orientation }
  let all: [String: [String: Any]] = [
    kCGImagePropertyTIFFDictionary: tiff, kCGImagePropertyExifDictionary: dictionary(MetadataField.exif),
    kCGImagePropertyGPSDictionary: dictionary(MetadataField.gps),
    kCGImagePropertyExifAuxDictionary: dictionary(MetadataField.aux), kCGImagePropertyIPTCDictionary: captions(values),
  ]
  return all.filter { !$0.value.isEmpty }
}
