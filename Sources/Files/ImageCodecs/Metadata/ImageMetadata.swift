/// What a file holds beside its pixels, as blocks of bytes: EXIF, XMP, and Photoshop's resources with IPTC.
///
/// Blocks that were read are cleaned: no value of them is larger, and nothing of them deeper, than honest files have.
package struct ImageMetadata: Hashable, Sendable {
  /// From the TIFF header on; empty for none.
  package var exif: [UInt8] = []
  /// A packet; empty for none.
  package var xmp: [UInt8] = []
  /// `8BIM` and so on; empty for none.
  package var photoshop: [UInt8] = []
  /// As in EXIF, 1...8.
  package var orientation = 1

  package init() {}

  package var isEmpty: Bool { exif.isEmpty && xmp.isEmpty && photoshop.isEmpty && orientation == 1 }

  /// What of these blocks, as a file has them, can be trusted.
  init(exif: [UInt8] = [], xmp: [UInt8] = [], photoshop: [UInt8] = []) {
    self.exif = TIFFDirectories(exif)?.exif ?? []
    self.xmp = isSoundXMP(xmp) ? xmp : []
    self.photoshop = iptc(inResources: photoshop).map(resources(ofIPTC:)) ?? []
    orientation = exifOrientation(self.exif) ?? 1
  }
}
