/// The metadata of a file as blocks of bytes: EXIF, XMP, and Photoshop resources with IPTC.
///
/// Blocks that were read are sanitized: values above the size limits and nesting above the depth limit are removed.
/// IPTC is in UTF-8.
package struct ImageMetadata: Hashable, Sendable {
  /// From the TIFF header on; empty if missing.
  package var exif: [UInt8] = []
  /// An XMP packet; empty if missing.
  package var xmp: [UInt8] = []
  /// Resources that begin with `8BIM`; empty if missing.
  package var photoshop: [UInt8] = []
  /// EXIF's orientation, 1...8.
  package var orientation = 1
  /// The resolution: that of EXIF in blocks that were read, and that of the file to write. Nil if there is none.
  package var resolution: ImageResolution?

  package init() {}

  package var isEmpty: Bool { exif.isEmpty && xmp.isEmpty && photoshop.isEmpty && orientation == 1 }

  /// Creates sanitized metadata from the blocks of a file.
  init(exif: [UInt8] = [], xmp: [UInt8] = [], photoshop: [UInt8] = []) {
    let directories = TIFFDirectories(exif)
    self.exif = directories?.exif ?? []
    resolution = directories?.resolution
    self.xmp = isSafeXMP(xmp) ? xmp : []
    self.photoshop = iptc(inResources: photoshop).map { resources(ofIPTC: recordsInUTF8($0)) } ?? []
    orientation = exifOrientation(self.exif) ?? 1
  }
}
