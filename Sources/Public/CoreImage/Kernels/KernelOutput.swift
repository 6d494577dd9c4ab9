import CoreGraphics
import ImageGraph

/// How a kernel's result is stored that asks for a format of its own.
struct KernelOutput: Hashable, Sendable {
  /// A format of four components, which has those of the format that was asked for.
  private let format: PixelFormat
  /// 1, 2 or 4 components, red first.
  private let componentCount: Int

  /// Nil for a raw value of 0: as the context stores.
  ///
  /// - Throws: `refused` for what is no format of results.
  init?(_ format: CIFormat) throws(CIKernelError) {
    if format.rawValue == 0 { return nil }
    switch format.pixelFormat {
    case .r8?, .rg8?, .rgba8?, .bgra8?: self.format = .rgba8
    case .r16?, .rg16?, .rgba16?: self.format = .rgba16
    case .rh?, .rgh?, .rgbah?: self.format = .rgbah
    case .rf?, .rgf?, .rgbaf?: self.format = .rgbaf
    default:
      throw .refused(
        "outputPixelFormat is \(format); a kernel's result is stored as RGBA8, BGRA8, RGBA16, RGBAh, RGBAf, or as R or "
          + "RG "
          + "of 8 or 16 bits, h or f")
    }
    componentCount = format.pixelFormat!.channels.count
  }

  /// The step as an image in this format: integers hold 0 to 1; components that the format does not have are 0, and
  /// alpha is 1 where it has none.
  func stored(_ step: Node) -> Node {
    var node = step
    if componentCount < 4 {
      let green: SIMD4<Float> = componentCount == 2 ? [0, 1, 0, 0] : .zero
      node = node.mapped(by: .linear, [1, 0, 0, 0] as SIMD4<Float>, green, SIMD4<Float>.zero).mapped(
        by: ColorConversions.opaque)
    }
    return Node(.intermediate(cache: false, format: format), [node])
  }
}
