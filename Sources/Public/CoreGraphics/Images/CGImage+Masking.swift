import Foundation
import ImageGraph

extension CGImage {
  /// Returns the image multiplied by a mask. Returns nil if the mask is neither an image mask nor grey without alpha.
  ///
  /// An image mask removes pixels where its samples are 1, a grey image where they are 0. The mask is scaled to the
  /// size of the image with bilinear interpolation.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask, mask.isMask || (mask.space?.model == .grey && mask.alpha == .opaque) else { return nil }
    let isDeep = pixels.format.component != .unorm8
    guard let target = try? PixelBuffer(width: width, height: height, format: isDeep ? .rgbaf : .rgba8) else {
      return nil
    }
    let (stepX, stepY) = (Double(mask.width) / Double(width), Double(mask.height) / Double(height))
    for y in 0..<height {
      for x in 0..<width {
        let coverage = mask.coverage((Double(x) + 0.5) * stepX - 0.5, (Double(y) + 0.5) * stepY - 0.5)
        var color = pixels.color(x: x, y: y)
        if alpha == .straight {
          color.w *= coverage
        } else {
          color *= coverage
        }
        target.store(color, x: x, y: y)
      }
    }
    return with(target, alpha == .straight ? .straight : .premultiplied)
  }

  /// Returns the image without the pixels whose components are all inside of the given ranges. Returns nil for masks,
  /// for images with alpha, and if the number of ranges is wrong.
  ///
  /// - Parameter components: for each colour component, the least and the greatest sample to mask out, as stored:
  ///   0...255 for components of 8 bits.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = pixels.format.isGrey ? 1 : 3
    guard !isMask, alpha == .opaque, components.count == 2 * count, let greatest = greatestSample,
      let target = try? PixelBuffer(
        width: width, height: height, format: bitsPerComponent > 8 ? .rgba16 : .rgba8)
    else { return nil }
    for y in 0..<height {
      for x in 0..<width {
        var color = pixels.color(x: x, y: y)
        let isMasked = (0..<count).allSatisfy { index in
          let sample = (CGFloat(color[index]) * greatest).rounded()
          return sample >= components[2 * index] && sample <= components[2 * index + 1]
        }
        if isMasked { color = .zero } else { color.w = 1 }
        target.store(color, x: x, y: y)
      }
    }
    return with(target, .premultiplied)
  }

  /// The greatest integer sample; nil for floats.
  private var greatestSample: CGFloat? {
    bitmapInfo.contains(.floatComponents) ? nil : CGFloat((1 << Swift.min(bitsPerComponent, 16)) - 1)
  }

  /// Returns the mask's coverage at a position in pixels; pixel centres have integer coordinates.
  private func coverage(_ x: Double, _ y: Double) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func sample(_ x: Double, _ y: Double) -> Float {
      let color = pixels.color(
        x: Int(Swift.min(Swift.max(x, 0), Double(width - 1))), y: Int(Swift.min(Swift.max(y, 0), Double(height - 1))))
      return isMask ? color.w : color.x
    }
    let (u, v) = (Float(x - left), Float(y - top))
    let above = sample(left, top) * (1 - u) + sample(left + 1, top) * u
    let below = sample(left, top + 1) * (1 - u) + sample(left + 1, top + 1) * u
    return above * (1 - v) + below * v
  }
}

extension PixelBuffer {
  /// Returns an 8-bit alpha buffer, computed from each pixel.
  package func coverage(_ of: (SIMD4<Float>) -> Float) throws(RenderError) -> PixelBuffer {
    let result = try PixelBuffer(width: width, height: height, format: .a8)
    for y in 0..<height { for x in 0..<width { result.store([0, 0, 0, of(color(x: x, y: y))], x: x, y: y) } }
    return result
  }
}
