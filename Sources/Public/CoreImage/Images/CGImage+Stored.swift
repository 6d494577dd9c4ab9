import CoreGraphics
import ImageColor
import ImageGraph

extension CGImage {
  /// Decodes the pixels of an image file as stored: not rotated, and with a single colour component if the file is
  /// grey.
  ///
  /// - Parameters:
  ///   - file: an image whose recipe is its file only.
  ///   - isGrey: whether the file has a single colour component. Nil: whether its colour space is grey.
  /// - Throws: errors of decoding.
  package convenience init(stored file: CIImage, isGrey: Bool? = nil) throws(RenderError) {
    guard case .source(let source) = file.node.op else {
      throw .invalidArgument("the stored pixels of an image are available only if its recipe is an unmodified file")
    }
    let pixels = try source.pixels()
    let format = pixels.format.grey(isOpaque: source.alpha == .opaque)
    guard let space = source.colorSpace, isGrey ?? (space.model == .grey), let format, let grey = space.greyCounterpart
    else {
      self.init(pixels, space: source.colorSpace?.asRGB, alpha: source.alpha)
      return
    }
    self.init(try pixels.greyed(as: format), space: grey, alpha: source.alpha)
  }
}

extension ColorSpace {
  /// A grey colour space with the same transfer function; nil for spaces that are defined by a table only.
  fileprivate var greyCounterpart: ColorSpace? {
    if model == .grey { return self }
    if table != nil { return nil }
    return ColorSpace(
      name: "\(name) grey", model: .grey, transfer: transfer, primaries: .bt709, isExtended: isExtended)
  }
}

extension PixelFormat {
  /// Returns the format of the first component, and of alpha if it is not opaque. Returns nil if the components are in
  /// another order.
  fileprivate func grey(isOpaque: Bool) -> PixelFormat? {
    guard channels == [.red, .green, .blue, .alpha] else { return nil }
    return PixelFormat(isOpaque ? [.grey] : [.grey, .alpha], component)
  }
}

extension PixelBuffer {
  /// Returns the first of four components, and the last one if the format has alpha.
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
