import CCodecs
import Foundation
import ImageColor

/// Writes an image into a file, rows top first, as many at a time as the caller has.
///
/// The file appears when it is finished, whole and in one step; until then it has no name, or a hidden one beside its
/// place that goes with the writer. Symbolic links are followed, devices and pipes are written to.
package final class ImageFileWriter {
  package let shape: BitmapDescription
  private let sink: ImageFileSink
  private let encoder: any RowEncoder
  private var rowCount = 0

  /// Opens a file. One that is there already is replaced when the new one is finished.
  package convenience init(
    to url: URL, of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata = ImageMetadata(),
    as encoding: some ImageFileEncoding
  ) throws(CodecError) {
    try self.init(ImageFileSink(url), shape, colorSpace, metadata, encoding)
  }

  /// Opens a file in memory, to be taken when it is finished.
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
      throw .invalidArgument("rows of \(rows.shape) for an image of \(shape)")
    }
    guard rows.rowBytes >= rows.width * shape.layout.bytesPerPixel else {
      throw .invalidArgument(
        "rows of \(rows.rowBytes) bytes for \(rows.width) pixels of \(shape.layout.bytesPerPixel); pass at least their "
          + "product"
      )
    }
    guard rows.height <= shape.height - rowCount else {
      throw .invalidArgument("\(rows.height) rows behind row \(rowCount) of \(shape.height)")
    }
    try encoder.write(rows)
    rowCount += rows.height
  }

  /// Ends the file. All rows must have come.
  package func finish() throws(CodecError) {
    guard rowCount == shape.height else { throw .invalidArgument("\(rowCount) of \(shape.height) rows came") }
    try encoder.finish()
    try sink.finish()
  }

  /// The bytes of a finished file in memory, once.
  package func takeData() -> Data { sink.take() }
}

/// The bytes of an image file.
///
/// - Parameter colorSpace: what the values mean, stated in the file; nil: not stated.
package func encodeImage(
  _ pixels: PixelView, colorSpace: ColorSpace?, as encoding: some ImageFileEncoding
) throws(CodecError) -> Data {
  let writer = try ImageFileWriter(toMemory: pixels.shape, colorSpace: colorSpace, as: encoding)
  try writer.write(pixels)
  try writer.finish()
  return writer.takeData()
}

/// Writes an image file. One that is there already is replaced in one step.
package func writeImage(
  _ pixels: PixelView, colorSpace: ColorSpace?, as encoding: some ImageFileEncoding, to url: URL
) throws(CodecError) {
  let writer = try ImageFileWriter(to: url, of: pixels.shape, colorSpace: colorSpace, as: encoding)
  try writer.write(pixels)
  try writer.finish()
}
