import CoreImage
import Foundation
import ImageGraph

/// Pixbufs as images.
extension CIImage {
  /// The pixels of a GdkPixbuf; its lower left corner is the origin.
  ///
  /// The image holds the pixbuf, not a copy: each render reads what is there then. Pixels with alpha, which is
  /// straight, are read where they are; those without are widened to a copy with each render. A turn that the file asks
  /// for is not applied: `oriented(forExifOrientation:)` does, with what `orientation(ofPixbuf:)` says.
  ///
  /// Any thread, while nobody writes the pixbuf.
  ///
  /// - Parameters:
  ///   - pixbuf: a `GdkPixbuf *`.
  ///   - colorSpace: what the numbers mean; nil: they are the working space's. `CGColorSpace(profileOf:)` has the space
  ///     of the file that was loaded.
  /// - Throws: `unsupported` for other than RGB and RGBA of 8 bits, and where GdkPixbuf is missing; `invalidArgument`
  ///   for pixbufs without pixels.
  public convenience init(
    pixbuf: OpaquePointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    try self.init(try Pixbuf(pixbuf), colorSpace: colorSpace)
  }

  /// The turn that the file of a pixbuf asks for: 1 to 8 as EXIF counts; 1 where nothing is said.
  public static func orientation(ofPixbuf pixbuf: OpaquePointer) throws(RenderError) -> Int32 {
    let said = try Pixbuf(pixbuf).option("orientation").flatMap { Int32($0) }
    return said.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
  }
}

/// The colours of pixbufs.
extension CGColorSpace {
  /// The space of the profile that came with the file of a pixbuf (its option `icc-profile`); nil where there was none,
  /// or one that cannot be read, with the reason in the log.
  public convenience init?(profileOf pixbuf: OpaquePointer) {
    guard let text = try? Pixbuf(pixbuf).option("icc-profile"), let profile = Data(base64Encoded: text) else {
      return nil
    }
    self.init(iccData: profile)
  }
}

/// Renders into pixbufs.
extension CIContext {
  /// Renders the image into a GdkPixbuf, whose lower left corner is the image's point (0, 0). Pixels outside of the
  /// image and of `bounds` stay as they are.
  ///
  /// Returns when the pixels are there. Nobody else uses the pixbuf meanwhile; pixels of one that was made of bytes
  /// that nobody may write, GdkPixbuf copies first. Without alpha the image lies on black.
  ///
  /// - Parameters:
  ///   - pixbuf: a `GdkPixbuf *`.
  ///   - bounds: of the pixbuf; nil: all of it.
  ///   - colorSpace: what the numbers shall mean; nil: as they are in the working space.
  /// - Throws: as `CIImage(pixbuf:colorSpace:)`; `limit` for what does not fit in memory; `unsupported`, `image` when
  ///   a source cannot be read; `device`.
  public func render(
    _ image: CIImage, toPixbuf pixbuf: OpaquePointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let kept = try Pixbuf(pixbuf)
    // What may be read is said before anything is copied for writing.
    _ = try kept.lock()
    try render(image, into: try kept.lockForWriting(), bounds: bounds, colorSpace: colorSpace)
  }
}
