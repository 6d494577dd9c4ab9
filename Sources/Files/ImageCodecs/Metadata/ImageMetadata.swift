/// The metadata of a file as blocks of bytes: EXIF, XMP, and Photoshop resources with IPTC.
///
/// Blocks that were read are sanitized: values above the size limits and nesting above the depth limit are removed.
package struct ImageMetadata: Hashable, Sendable {
  /// From the TIFF header on; empty if missing.
  package var exif: [UInt8] = []
  /// An XMP packet; empty if missing.
  package var xmp: [UInt8] = []
  /// Resources that begin with `8BIM`; empty if missing.
  package var photoshop: [UInt8] = []
  /// EXIF's orientation, 1...8.
  package var orientation = 1

  package init() {}

  package var isEmpty: Bool { exif.isEmpty && xmp.isEmpty && photoshop.isEmpty && orientation == 1 }

  /// Creates sanitized metadata from the blocks of a file.
  init(exif: [UInt8] = [], xmp: [UInt8] = [], photoshop: [UInt8] = []) {
    self.exif = TIFFDirectories(exif)?.exif ?? []
    self.xmp = isSafeXMP(xmp) ? xmp : []
    self.photoshop = iptc(inResources: photoshop).map(resources(ofIPTC:)) ?? []
    orientation = exifOrientation(self.exif) ?? 1
  }
}
