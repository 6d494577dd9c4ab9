import Foundation
import ImageCodecs
import ImageGraph
import Synchronization

/// What is known of an image beside its pixels. A file's metadata are taken apart when somebody first asks.
final class ImageProperties: Sendable {
  /// As in EXIF: how the pixels are to be turned, 1 for not at all; 1 where the number is none of EXIF's.
  let orientation: Int
  private let make: @Sendable () -> Values
  private let made = Mutex<Values?>(nil)

  private struct Values: @unchecked Sendable {
    // Unchecked: set once, and holds numbers, texts and lists and dictionaries of them.
    let dictionary: [String: Any]
  }

  init(_ dictionary: [String: Any] = [:]) {
    let values = Values(dictionary: dictionary)
    let stated = number(from: dictionary[kCGImagePropertyOrientation]).flatMap { Int(exactly: $0) }
    orientation = stated.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    make = { values }
  }

  /// - Parameter basics: what the file says without metadata.
  init(_ basics: [String: Any], metadata: ImageMetadata, orientation: Int) {
    let values = Values(dictionary: basics)
    self.orientation = orientation
    make = { Values(dictionary: values.dictionary.merging(dictionaries(of: metadata, orientation)) { $1 }) }
  }

  private init(turning other: ImageProperties) {
    orientation = 1
    make = {
      var dictionary = other.dictionary
      dictionary[kCGImagePropertyOrientation] = 1
      if var tiff = dictionary[kCGImagePropertyTIFFDictionary] as? [String: Any] {
        tiff[kCGImagePropertyTIFFOrientation] = 1
        dictionary[kCGImagePropertyTIFFDictionary] = tiff
      }
      return Values(dictionary: dictionary)
    }
  }

  /// Of the same image when its pixels have been turned.
  var turnedUpright: ImageProperties { orientation == 1 ? self : ImageProperties(turning: self) }

  var dictionary: [String: Any] {
    made.withLock { made in
      if let made { return made }
      let values = make()
      made = values
      return values
    }.dictionary
  }
}

/// A file's metadata under Image I/O's keys; empty, with a line in the log, where the library is missing.
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
  // HEIF says by itself how it is turned.
  if !tiff.isEmpty { tiff[kCGImagePropertyTIFFOrientation] = orientation }
  let all: [String: [String: Any]] = [
    kCGImagePropertyTIFFDictionary: tiff, kCGImagePropertyExifDictionary: dictionary(MetadataField.exif),
    kCGImagePropertyGPSDictionary: dictionary(MetadataField.gps),
    kCGImagePropertyExifAuxDictionary: dictionary(MetadataField.aux), kCGImagePropertyIPTCDictionary: captions(values),
  ]
  return all.filter { !$0.value.isEmpty }
}
