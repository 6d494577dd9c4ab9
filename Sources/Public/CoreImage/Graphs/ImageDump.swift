import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// An image of a render as a file for inspection: PNG for integer components, TIFF for floats.
struct ImageDump {
  let pixels: PixelBuffer
  /// The colour space; nil: the file has none.
  let space: ColorSpace?
  let alpha: AlphaState

  private var isFloat: Bool { pixels.format.component == .half || pixels.format.component == .float }

  var pathExtension: String { isFloat ? "tiff" : "png" }

  /// Writes the file.
  ///
  /// - Throws: `RenderError` if there is no memory, `CodecError` if the file cannot be written.
  func write(to url: URL) throws {
    let copy = try PixelBuffer(width: pixels.width, height: pixels.height, format: pixels.format.expanded)
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        var color = pixels.color(x: x, y: y)
        // PNG files store straight alpha.
        if !isFloat, alpha == .premultiplied, color.w > 0 {
          color = SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w)
        }
        copy.store(color, x: x, y: y)
      }
    }
    let view = PixelView(
      copy.bytes, width: copy.width, height: copy.height, rowBytes: copy.rowBytes, layout: ComponentLayout(copy.format))
    let isOpaque = alpha == .opaque || pixels.format.isOpaque
    if isFloat {
      let options = TIFFOptions(dropsAlpha: isOpaque, isPremultiplied: alpha == .premultiplied)
      try writeImage(view, colorSpace: space, as: options, to: url)
    } else {
      try writeImage(view, colorSpace: space, as: PNGOptions(dropsAlpha: isOpaque), to: url)
    }
  }
}
