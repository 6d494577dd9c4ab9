import CoreGraphics
import ImageColor
import ImageGraph

extension CGImage {
  /// The pixels of an image file as it has them, decoded now: not turned, and one component for all colours where the
  /// file is grey.
  ///
  /// - Parameters:
  ///   - file: an image that is its file and nothing else.
  ///   - isGrey: true where the file has one component for all colours; nil: where its space is grey.
  /// - Throws: what decoding throws.
  package convenience init(stored file: CIImage, isGrey: Bool? = nil) throws(RenderError) {
    guard case .source(let source) = file.node.op else {
      throw .invalidArgument("an image is asked for the pixels of its file, but is more than its file")
    }
    let pixels = try source.pixels()
    let format = pixels.format.grey(isOpaque: source.alpha == .opaque)
    guard let space = source.colorSpace, isGrey ?? (space.model == .grey), let format, let grey = space.greyTwin else {
      self.init(pixels, space: source.colorSpace?.withColors, alpha: source.alpha)
      return
    }
    self.init(try pixels.greyed(as: format), space: grey, alpha: source.alpha)
  }
}

extension ColorSpace {
  /// The same curve for one component; nil for spaces of which only a table is known.
  fileprivate var greyTwin: ColorSpace? {
    if model == .grey { return self }
    if table != nil { return nil }
    return ColorSpace(
      name: "\(name) grey", model: .grey, transfer: transfer, primaries: .bt709, isExtended: isExtended)
  }
}

extension PixelFormat {
  /// For the first of four components, and for alpha where there is some; nil where components are not in order.
  fileprivate func grey(isOpaque: Bool) -> PixelFormat? {
    switch self {
    case .rgba8: isOpaque ? .l8 : .la8
    case .rgba16: isOpaque ? .l16 : .la16
    case .rgbah: isOpaque ? .lh : .lah
    case .rgbaf: isOpaque ? .lf : .laf
    default: nil
    }
  }
}

extension PixelBuffer {
  /// Of four components the first one, and the last where the format has alpha.
  fileprivate func greyed(as format: PixelFormat) throws(RenderError) -> PixelBuffer {
    let result = try PixelBuffer(width: width, height: height, format: format)
    let (component, step) = (self.format.bytesPerPixel / 4, format.bytesPerPixel)
    for y in 0..<height {
      var (from, to) = (row(y), result.row(y))
      for _ in 0..<width {
        to.copyMemory(from: from, byteCount: component)
        if step > component { (to + component).copyMemory(from: from + 3 * component, byteCount: component) }
        (from, to) = (from + 4 * component, to + step)
      }
    }
    return result
  }
}
