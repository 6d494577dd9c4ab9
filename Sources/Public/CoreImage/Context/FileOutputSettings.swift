import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning

/// The encoding and pixel format of an image file that is rendered.
package struct FileOutputSettings: Sendable {
  package var encoding: any ImageFileEncoding
  /// The format of the rendered pixels.
  package var format: PixelFormat
  package var alpha: AlphaState
  /// Whether sources are read once, for this file only. Large ones are then read and written strip by strip while the
  /// next strip is rendered, and not cached for later renders.
  package var isStreamed = false

  package init(encoding: any ImageFileEncoding, format: PixelFormat, alpha: AlphaState) {
    (self.encoding, self.format, self.alpha) = (encoding, format, alpha)
  }

  func shape(of region: UserRect) -> BitmapDescription {
    BitmapDescription(width: Int(region.width), height: Int(region.height), layout: ComponentLayout(format))
  }
}

extension CIContext {
  /// Renders whole pixels into a file, in strips if the memory target requires them.
  ///
  /// On failure no file is created.
  ///
  /// - Parameters:
  ///   - metadata: is written if the format supports it.
  ///   - progress: is called with the number of rows written so far, after each strip.
  /// - Returns: the statistics of the render, and the milliseconds spent on encoding.
  @discardableResult
  package func write(
    _ node: Node, _ region: UserRect, as output: FileOutputSettings, colorSpace: ColorSpace,
    metadata: ImageMetadata = ImageMetadata(), to url: URL,
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (rendered: RenderStatistics, encodeMilliseconds: Double) {
    let region = try region.wholePixels(of: "the rectangle to write")
    let writer = try imageResult { () throws(CodecError) in
      try ImageFileWriter(
        to: url, of: output.shape(of: region), colorSpace: colorSpace, metadata: metadata, as: output.encoding)
    }
    return try render(node, region, output, colorSpace, into: writer, progress: progress)
  }

  /// Renders whole pixels and encodes them in memory, as `write` does in a file.
  package func encoded(
    _ node: Node, _ region: UserRect, as output: FileOutputSettings, colorSpace: ColorSpace,
    metadata: ImageMetadata = ImageMetadata(),
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (data: Data, rendered: RenderStatistics, encodeMilliseconds: Double) {
    let region = try region.wholePixels(of: "the rectangle to write")
    let writer = try imageResult { () throws(CodecError) in
      try ImageFileWriter(
        toMemory: output.shape(of: region), colorSpace: colorSpace, metadata: metadata, as: output.encoding)
    }
    let (rendered, milliseconds) = try render(node, region, output, colorSpace, into: writer, progress: progress)
    return (writer.takeData(), rendered, milliseconds)
  }

  /// Renders whole pixels, encodes them, and finishes the file.
  @discardableResult
  func render(
    _ node: Node, _ region: UserRect, _ output: FileOutputSettings, _ space: ColorSpace, into writer: ImageFileWriter,
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (rendered: RenderStatistics, encodeMilliseconds: Double) {
    var renderRequest = request(node, region, format: output.format, space: space, alpha: output.alpha)
    renderRequest.isStreamed = output.isStreamed
    let planned = try render(renderRequest)
    let rows = RowQueue(for: writer, byteCount: planned.aheadBytes)
    var statistics = RenderStatistics()
    do throws(RenderError) {
      statistics = try planned.run { strip throws(RenderError) in
        try rows.write(strip)
        progress(strip.firstRow + strip.height)
      }
    } catch {
      rows.stop()
      throw error
    }
    if log.times { log.line(statistics.description) }
    // Because of rounding, the difference of equal times may be below 0.
    statistics.downloadMilliseconds = max(0, statistics.downloadMilliseconds - rows.blockedMilliseconds)
    try rows.finish()
    return (statistics, rows.encodeMilliseconds)
  }
}

extension RenderedStrip {
  /// The rows in the form of the codecs.
  var view: PixelView {
    PixelView(rows, width: width, height: height, rowBytes: rowBytes, layout: ComponentLayout(format))
  }
}

extension ComponentLayout {
  /// Creates the layout of pixels that were rendered for a codec: grey or RGBA.
  package init(_ format: PixelFormat) {
    self =
      switch format.component {
      case .unorm8: format.isGrey ? .grey8 : .rgba8
      case .unorm16, .packed10: format.isGrey ? .grey16 : .rgba16
      case .half: format.isGrey ? .greyHalf : .rgbaHalf
      case .float: format.isGrey ? .greyFloat : .rgbaFloat
      }
  }
}
