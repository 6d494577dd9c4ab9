import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePlanning

/// What a render is to be in a file.
package struct FileOutputSettings: Sendable {
  package var encoding: any ImageFileEncoding
  /// Of the rendered pixels.
  package var format: PixelFormat
  package var alpha: AlphaState
  /// True where sources are read once, for this file: large ones are read and written strip by strip while the next
  /// strip is made, and not kept for later renders.
  package var isStreamed = false

  package init(encoding: any ImageFileEncoding, format: PixelFormat, alpha: AlphaState) {
    (self.encoding, self.format, self.alpha) = (encoding, format, alpha)
  }

  func shape(of region: UserRect) -> BitmapDescription {
    BitmapDescription(width: Int(region.width), height: Int(region.height), layout: ComponentLayout(format))
  }
}

extension CIContext {
  /// Renders whole pixels straight into a file, strip by strip where the memory target asks for strips.
  ///
  /// The file is there whole or not at all.
  ///
  /// - Parameters:
  ///   - metadata: written as far as the format has a place for it.
  ///   - progress: told of the rows that are written, each time that some are.
  /// - Returns: what the render took, and the milliseconds that went into the file.
  @discardableResult
  package func write(
    _ node: Node, _ region: UserRect, as form: FileOutputSettings, colorSpace: ColorSpace,
    metadata: ImageMetadata = ImageMetadata(), to url: URL,
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (rendered: RenderStatistics, encodeMilliseconds: Double) {
    let region = try region.wholePixels(of: "the rectangle to write")
    let writer = try imageResult { () throws(CodecError) in
      try ImageFileWriter(
        to: url, of: form.shape(of: region), colorSpace: colorSpace, metadata: metadata, as: form.encoding)
    }
    return try render(node, region, form, colorSpace, into: writer, progress: progress)
  }

  /// Renders whole pixels into the bytes of a file, as `write` does.
  package func encoded(
    _ node: Node, _ region: UserRect, as form: FileOutputSettings, colorSpace: ColorSpace,
    metadata: ImageMetadata = ImageMetadata(),
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (data: Data, rendered: RenderStatistics, encodeMilliseconds: Double) {
    let region = try region.wholePixels(of: "the rectangle to write")
    let writer = try imageResult { () throws(CodecError) in
      try ImageFileWriter(
        toMemory: form.shape(of: region), colorSpace: colorSpace, metadata: metadata, as: form.encoding)
    }
    let (rendered, milliseconds) = try render(node, region, form, colorSpace, into: writer, progress: progress)
    return (writer.takeData(), rendered, milliseconds)
  }

  /// Renders whole pixels and hands them to a codec, which is then finished.
  @discardableResult
  func render(
    _ node: Node, _ region: UserRect, _ form: FileOutputSettings, _ space: ColorSpace, into writer: ImageFileWriter,
    progress: (_ rowCount: Int) -> Void = { _ in }
  ) throws(RenderError) -> (rendered: RenderStatistics, encodeMilliseconds: Double) {
    var wanted = request(node, region, format: form.format, space: space, alpha: form.alpha)
    wanted.isStreamed = form.isStreamed
    let planned = try render(wanted)
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
    // Of equal times, one sum may be rounded below the other.
    statistics.downloadMilliseconds = max(0, statistics.downloadMilliseconds - rows.handingMilliseconds)
    try rows.finish()
    return (statistics, rows.encodeMilliseconds)
  }
}

extension RenderedStrip {
  /// The rows as a codec takes them.
  var view: PixelView {
    PixelView(rows, width: width, height: height, rowBytes: rowBytes, layout: ComponentLayout(format))
  }
}

extension ComponentLayout {
  /// Of pixels that were rendered for a codec: grey or RGBA.
  package init(_ format: PixelFormat) {
    self =
      switch format {
      case .l8: .grey8
      case .l16: .grey16
      case .lh: .greyHalf
      case .lf: .greyFloat
      case .rgba16: .rgba16
      case .rgbah: .rgbaHalf
      case .rgbaf: .rgbaFloat
      default: .rgba8
      }
  }
}
