import CoreGraphics
import ImageGraph

/// The storage format of a kernel's result, if the kernel has one of its own.
struct KernelOutput: Hashable, Sendable {
  /// A format of four components with the component type of the requested format.
  private let format: PixelFormat
  /// The number of components, 1, 2 or 4; red first.
  private let componentCount: Int

  /// Returns nil for a raw value of 0: the context's format.
  ///
  /// - Throws: `refused` for formats that are not supported.
  init?(_ format: CIFormat) throws(CIKernelError) {
    if format.rawValue == 0 { return nil }
    guard let pixels = format.pixelFormat, pixels.isPacked || pixels.isReadInPlace && pixels != .rgb10 else {
      throw .refused(
        "outputPixelFormat must be RGBA8, BGRA8, RGBA16, RGBAh, RGBAf, or R or RG of 8 or 16 bits, h or f "
          + "(got \(format))")
    }
    self.format = pixels.expanded
    componentCount = pixels.channels.count
  }

  /// Stores the step in this format: integers are clamped to 0...1; components that the format does not have are 0,
  /// alpha 1.
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
