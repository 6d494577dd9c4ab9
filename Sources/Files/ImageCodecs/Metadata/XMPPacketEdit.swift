/// The changes of a packet that is copied from one file to another.
///
/// Properties that describe the stored pixels of the source are removed. They would contradict the written file.
package struct XMPPacketEdit {
  /// The properties that other metadata define: captions and lens data.
  private let tags: [MetadataTag]
  /// Whether metadata were changed after the packet was read. Then they take precedence over the packet.
  private let isOverridden: Bool
  /// The names that a changed caption or lens data can have, which are removed if `tags` has none.
  private let owned: Set<String>

  package init(_ tags: [MetadataTag], isOverridden: Bool, owned: Set<String>) {
    (self.tags, self.isOverridden, self.owned) = (tags, isOverridden, owned)
  }

  /// Sources: XMP Specification, Part 2 (tiff and exif namespaces); xmpNote announces further segments of a JPEG file,
  /// and hdrgm and GContainer announce further images in it, which are not copied.
  private static let layout: Set<String> = [
    "Xmp.tiff.Orientation", "Xmp.tiff.ImageWidth", "Xmp.tiff.ImageLength", "Xmp.tiff.BitsPerSample",
    "Xmp.tiff.Compression", "Xmp.tiff.PhotometricInterpretation", "Xmp.tiff.SamplesPerPixel",
    "Xmp.tiff.PlanarConfiguration", "Xmp.tiff.YCbCrSubSampling", "Xmp.tiff.YCbCrPositioning", "Xmp.tiff.XResolution",
    "Xmp.tiff.YResolution", "Xmp.tiff.ResolutionUnit", "Xmp.exif.PixelXDimension", "Xmp.exif.PixelYDimension",
    "Xmp.exif.ColorSpace", "Xmp.photoshop.ICCProfile", "Xmp.photoshop.ColorMode", "Xmp.xmp.Thumbnails",
    "Xmp.xmpNote.HasExtendedXMP",
  ]
  private static let announcements = ["Xmp.hdrgm.", "Xmp.GContainer.", "Xmp.Container."]
  /// The namespaces that repeat EXIF.
  private static let mirrors = ["Xmp.tiff.", "Xmp.exif.", "Xmp.exifEX."]

  package func changes(of packet: [MetadataTag]) -> (removed: Set<String>, set: [MetadataTag]) {
    var removed: Set<String> = []
    var kept: [String: [String]] = [:]
    let present = Set(tags.map(\.name))
    for tag in packet {
      let root = Self.root(tag.name)
      let isRemoved =
        Self.layout.contains(root) || Self.announcements.contains { root.hasPrefix($0) }
        || isOverridden
          && (Self.mirrors.contains { root.hasPrefix($0) } || owned.contains(root) && !present.contains(root))
      if isRemoved { removed.formUnion([root, tag.name]) } else { kept[root] = tag.values }
    }
    let set = tags.filter { tag in
      guard let values = kept[tag.name] else { return true }
      return isOverridden && !Self.isEqual(values, tag.values)
    }
    return (removed, set)
  }

  /// Returns the name of the property that contains a field: `Xmp.xmp.Thumbnails` for `Xmp.xmp.Thumbnails[1]/…`.
  private static func root(_ name: String) -> String { String(name.prefix { $0 != "[" && $0 != "/" }) }

  /// Compares the values of a property, whose texts may have a language, with new values.
  private static func isEqual(_ values: [String], _ new: [String]) -> Bool {
    if values == new { return true }
    guard new.count == 1, let first = values.first else { return false }
    guard first.hasPrefix("lang="), let space = first.firstIndex(of: " ") else { return false }
    return first[first.index(after: space)...] == new[0]
  }
}
