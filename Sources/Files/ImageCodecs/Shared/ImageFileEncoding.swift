import ImageColor

/// The encoding options of a file format.
package protocol ImageFileEncoding: Sendable {
  /// The format's name in error texts.
  var formatName: String { get }
  /// Creates an encoder and writes the data before the pixels.
  ///
  /// - Parameters:
  ///   - colorSpace: the colour space to record in the file; nil records none.
  ///   - metadata: written as far as the format supports it.
  /// - Throws: `limit` or `unsupported` if the format does not support such an image, `invalidArgument` for invalid
  ///   options.
  func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder
}

/// An encoder that receives the rows of an image in order. Not thread-safe.
package protocol RowEncoder: AnyObject {
  /// Writes the next rows. Their number does not exceed the remaining rows; width and layout are the shape's.
  func write(_ rows: PixelView) throws(CodecError)
  /// Writes the data after the last row.
  func finish() throws(CodecError)
}
