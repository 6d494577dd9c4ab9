import CCodecs
import Foundation
import ImageColor

/// An encoder that writes the rows of an image to a file, top row first, in parts of any size.
///
/// The file is created atomically when it is finished. Until then it has no name, or a hidden name in the same folder,
/// and is removed with the writer. Symbolic links are followed; devices and pipes are written directly.
package final class ImageFileWriter {
  package let shape: BitmapDescription
  private let sink: ImageFileSink
  private let encoder: any RowEncoder
  private var rowCount = 0

  /// Creates a writer for a file. An existing file is replaced when the new one is finished.
  package convenience init(
    to url: URL, of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata = ImageMetadata(),
    as encoding: some ImageFileEncoding
  ) throws(CodecError) {
    try self.init(ImageFileSink(url), shape, colorSpace, metadata, encoding)
  }

  /// Creates a writer for a file in memory; `takeData` returns it.
  package convenience init(
    toMemory shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata = ImageMetadata(),
    as encoding: some ImageFileEncoding
  ) throws(CodecError) {
    try self.init(ImageFileSink(as: encoding.formatName), shape, colorSpace, metadata, encoding)
  }

  private init(
    _ sink: ImageFileSink, _ shape: BitmapDescription, _ space: ColorSpace?, _ metadata: ImageMetadata,
    _ encoding: some ImageFileEncoding
  ) throws(CodecError) {
    (self.sink, self.shape) = (sink, shape)
    encoder = try encoding.encoder(of: shape, colorSpace: space, metadata: metadata, into: sink)
  }

  package func write(_ rows: PixelView) throws(CodecError) {
    guard rows.width == shape.width, rows.shape.layout == shape.layout, rows.height > 0 else {
      throw .invalidArgument("the rows' width and layout must match the image \(shape) (got \(rows.shape))")
    }
    guard rows.rowBytes >= rows.width * shape.layout.bytesPerPixel else {
      throw .invalidArgument(
        "rowBytes must be at least \(rows.width * shape.layout.bytesPerPixel) for \(rows.width) pixels of "
          + "\(shape.layout.bytesPerPixel) bytes (got \(rows.rowBytes))"
      )
    }
    guard rows.height <= shape.height - rowCount else {
      throw .invalidArgument("\(rows.height) rows after row \(rowCount) exceed the height \(shape.height)")
    }
    try encoder.write(rows)
    rowCount += rows.height
  }

  /// Completes the file. All rows must have been written.
  package func finish() throws(CodecError) {
    guard rowCount == shape.height else {
      throw .invalidArgument("\(shape.height) rows must be written before finishing (got \(rowCount))")
    }
    try encoder.finish()
    try sink.finish()
  }

  /// Returns the bytes of a finished file in memory, once.
  package func takeData() -> Data { sink.take() }
}

/// Encodes an image file in memory.
///
/// - Parameter colorSpace: the colour space to record in the file; nil records none.
package func encodeImage(
  _ pixels: PixelView, colorSpace: ColorSpace?, as encoding: some ImageFileEncoding
) throws(CodecError) -> Data {
  let writer = try ImageFileWriter(toMemory: pixels.shape, colorSpace: colorSpace, as: encoding)
  try writer.write(pixels)
  try writer.finish()
  return writer.takeData()
}

/// Writes an image file. An existing file is replaced atomically.
package func writeImage(
  _ pixels: PixelView, colorSpace: ColorSpace?, as encoding: some ImageFileEncoding, to url: URL
) throws(CodecError) {
  let writer = try ImageFileWriter(to: url, of: pixels.shape, colorSpace: colorSpace, as: encoding)
  try writer.write(pixels)
  try writer.finish()
}
