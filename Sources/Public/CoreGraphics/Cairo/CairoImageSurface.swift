import CDrawing
import Foundation
import ImageColor
import ImageGraph

/// An image in cairo's format: 32 bits, blue first, premultiplied, in the colour space of the target.
struct CairoImageSurface {
  let canvas: CairoCanvas
  private let width, height: Int

  enum Use {
    case colors
    /// Only alpha is used.
    case mask
    /// The coverage is the value of an opaque grey image, or the alpha of other images.
    case luminance
  }

  init(_ image: CGImage, in space: ColorSpace, as use: Use = .colors) throws(RenderError) {
    (width, height) = (image.width, image.height)
    canvas = try .image(width: width, height: height)
    guard let data = canvas.call.cairo_image_surface_get_data(canvas.surface) else {
      throw .unsupported("cairo returned no pixels")
    }
    let stride = Int(canvas.call.cairo_image_surface_get_stride(canvas.surface))
    if use == .luminance, image.alpha == .opaque, image.space?.model == .grey {
      Self.fill(data, stride, image.pixels) { SIMD4($0.x, $0.x, $0.x, $0.x) }
    } else {
      Self.fill(data, stride, image, space)
    }
    canvas.call.cairo_surface_mark_dirty(canvas.surface)
  }

  /// Returns the transform from the image's pixels to the surface if the image fills a rectangle, its first row on the
  /// upper side.
  func map(_ rect: CGRect, _ target: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: rect.width / Double(width), b: 0, c: 0, d: -rect.height / Double(height), tx: rect.minX, ty: rect.maxY
    ).concatenating(target)
  }

  private static func fill(
    _ data: UnsafeMutablePointer<UInt8>, _ stride: Int, _ image: CGImage, _ space: ColorSpace
  ) {
    let convert = ColorSpaceConversion(from: image.space, to: space)
    let alpha = image.alpha
    let isByte = image.pixels.format.component == .unorm8
    if convert.isIdentity || image.isMask {
      if isByte, let order = image.pixels.format.bytesOfColors {
        return copy(data, stride, image.pixels, order, alpha)
      }
      return fill(data, stride, image.pixels) { color in
        alpha == .straight ? SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w) : color
      }
    }
    // Adjacent pixels are often equal.
    var (last, converted) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    fill(data, stride, image.pixels) { color in
      if color == last { return converted }
      last = color
      let scale = alpha == .premultiplied ? (color.w > 0 ? 1 / color.w : 0) : 1
      let straight = SIMD3(Double(color.x), Double(color.y), Double(color.z)) * Double(scale)
      let result = convert(straight).clamped(lowerBound: .zero, upperBound: .one)
      let opacity = alpha == .opaque ? 1 : min(max(color.w, 0), 1)
      converted = SIMD4(SIMD3<Float>(result) * opacity, opacity)
      return converted
    }
  }

  /// - Parameter color: converts the stored pixel to a premultiplied colour; results are clamped.
  private static func fill(
    _ data: UnsafeMutablePointer<UInt8>, _ stride: Int, _ pixels: PixelBuffer,
    _ color: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    for y in 0..<pixels.height {
      let row = data + y * stride
      for x in 0..<pixels.width {
        let premultiplied = color(pixels.color(x: x, y: y))
        let bytes = (premultiplied.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
        let alpha = bytes.w.isNaN ? 0 : UInt8(bytes.w)
        for (offset, value) in [bytes.z, bytes.y, bytes.x].enumerated() {
          row[4 * x + offset] = value.isNaN ? 0 : min(UInt8(value), alpha)
        }
        row[4 * x + 3] = alpha
      }
    }
  }

  private static func copy(
    _ data: UnsafeMutablePointer<UInt8>, _ stride: Int, _ pixels: PixelBuffer,
    _ order: (red: Int, green: Int, blue: Int, alpha: Int?), _ alpha: AlphaState
  ) {
    let step = pixels.format.bytesPerPixel
    for y in 0..<pixels.height {
      var to = data + y * stride
      var from = UnsafePointer(pixels.row(y).assumingMemoryBound(to: UInt8.self))
      for _ in 0..<pixels.width {
        let opacity = alpha == .opaque ? 255 : order.alpha.map { from[$0] } ?? 255
        func stored(_ value: UInt8) -> UInt8 {
          // Rounded to nearest: (v · a + 127) / 255.
          alpha == .straight ? UInt8((UInt32(value) * UInt32(opacity) + 127) / 255) : min(value, opacity)
        }
        to[0] = stored(from[order.blue])
        to[1] = stored(from[order.green])
        to[2] = stored(from[order.red])
        to[3] = opacity
        (to, from) = (to + 4, from + step)
      }
    }
  }
}

extension PixelFormat {
  /// The byte offsets of the colour components and alpha in a pixel; nil for formats without all colours.
  var bytesOfColors: (red: Int, green: Int, blue: Int, alpha: Int?)? {
    switch self {
    case .rgba8: (0, 1, 2, 3)
    case .rgbx8: (0, 1, 2, nil)
    case .bgra8: (2, 1, 0, 3)
    case .argb8: (1, 2, 3, 0)
    case .abgr8: (3, 2, 1, 0)
    case .l8: (0, 0, 0, nil)
    case .la8: (0, 0, 0, 1)
    default: nil
    }
  }
}
