import CoreImage
import Foundation
import ImageGraph

/// Images of pixbufs.
extension CIImage {
  /// Creates an image of a GdkPixbuf; its lower left corner is the origin.
  ///
  /// The image retains the pixbuf instead of copying it: each render reads the present pixels. Pixels with alpha, which
  /// is straight, are read without a copy; those without alpha are converted for each render. The file's orientation is
  /// not applied; pass `orientation(ofPixbuf:)` to `oriented(forExifOrientation:)`.
  ///
  /// May be used on any thread while the pixbuf is not modified.
  ///
  /// - Parameters:
  ///   - pixbuf: a `GdkPixbuf *`.
  ///   - colorSpace: the colour space of the components; nil: the working space. `CGColorSpace(profileOf:)` returns
  ///     that of the loaded file.
  /// - Throws: `unsupported` for other formats than RGB and RGBA of 8 bits, and if GdkPixbuf is missing;
  ///   `invalidArgument` for pixbufs without pixels.
  public convenience init(
    pixbuf: OpaquePointer, colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    try self.init(try Pixbuf(pixbuf), colorSpace: colorSpace)
  }

  /// Returns the orientation of a pixbuf's file: 1 to 8 as in EXIF; 1 if there is none.
  public static func orientation(ofPixbuf pixbuf: OpaquePointer) throws(RenderError) -> Int32 {
    let orientation = try Pixbuf(pixbuf).option("orientation").flatMap { Int32($0) }
    return orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
  }
}

/// Colour spaces of pixbufs.
extension CGColorSpace {
  /// Creates the space of the ICC profile of a pixbuf's file (its option `icc-profile`). Returns nil if there is none,
  /// or, with the reason in the log, if it cannot be read.
  public convenience init?(profileOf pixbuf: OpaquePointer) {
    guard let text = try? Pixbuf(pixbuf).option("icc-profile"), let profile = Data(base64Encoded: text) else {
      return nil
    }
    self.init(iccData: profile)
  }
}

/// Rendering into pixbufs.
extension CIContext {
  /// Renders the image into a GdkPixbuf, whose lower left corner is the image's point (0, 0). Pixels outside of the
  /// image and of `bounds` are unchanged.
  ///
  /// Returns when the pixels are complete. Other code must not use the pixbuf during the call. If the pixbuf has
  /// read-only bytes, GdkPixbuf copies them first. Without alpha, the image is composited over black.
  ///
  /// - Parameters:
  ///   - pixbuf: a `GdkPixbuf *`.
  ///   - bounds: in the pixbuf; nil: the whole pixbuf.
  ///   - colorSpace: the colour space of the result; nil: the working space.
  /// - Throws: as `CIImage(pixbuf:colorSpace:)`; `limit` if memory is insufficient; `unsupported`; `image` if a source
  ///   cannot be read; `device`.
  public func render(
    _ image: CIImage, toPixbuf pixbuf: OpaquePointer, bounds: CGRect? = nil,
    colorSpace: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) throws(RenderError) {
    let retained = try Pixbuf(pixbuf)
    // Checks the pixbuf before GdkPixbuf copies its pixels for writing.
    _ = try retained.lock()
    try render(image, into: try retained.lockForWriting(), bounds: bounds, colorSpace: colorSpace)
  }
}
