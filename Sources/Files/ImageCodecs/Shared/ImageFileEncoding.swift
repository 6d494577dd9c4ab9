import ImageColor

/// How an image file is to be written: the options of one format.
package protocol ImageFileEncoding: Sendable {
  /// For people.
  var formatName: String { get }
  /// Writes what comes before the pixels.
  ///
  /// - Parameters:
  ///   - colorSpace: what the values mean, to be stated in the file; nil: not stated.
  ///   - metadata: written as far as the format has a place for it.
  /// - Throws: `limit` or `unsupported` when the format has no room for such an image, `invalidArgument` for senseless
  ///   options.
  func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder
}

/// An image file that takes its rows one after the other. Used by one thread at a time.
package protocol RowEncoder: AnyObject {
  /// The next rows. Their number fits the image; width and layout are the shape's.
  func write(_ rows: PixelView) throws(CodecError)
  /// Writes what comes behind the last row.
  func finish() throws(CodecError)
}
