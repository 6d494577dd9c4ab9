import Foundation
import ImageGraph

/// What the photo effects have in common: a table of colours, and what becomes of values outside of it.
enum PhotoEffect {
  /// The straight, sRGB-coded colours of the image looked up in a table; alpha untouched.
  ///
  /// - Parameter extrapolate: colours below 0 and above 1 keep how far they lie outside; otherwise they end there.
  static func image(_ image: Node, _ table: PhotoEffectTable, extrapolate: Bool) -> Node {
    let coded = image.mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.sRGBFromLinear)
      .mapped(by: ColorConversions.premultiply)
    let toned = Node.gathered([coded, table.picture], by: CubeTable.lookup, Float(table.size), Float(0))
      .mapped(by: ColorConversions.clampToAlpha).mapped(by: ColorConversions.unpremultiply)
      .mapped(by: ColorConversions.linearFromSRGB).mapped(by: ColorConversions.premultiply)
    return extrapolate ? Node.combined([toned, image], by: excess, extent: .last) : toned
  }

  /// The toned colour and, added to it, what of the image's lies below 0 or above alpha; alpha of the image. Premultiplied,
  /// linear light. Shader: ColorEffect/PhotoEffect.glsl
  ///
  /// Source: our own.
  static let excess = ColorFormula(blend: "photoEffectExcess") { toned, image in
    let alpha = image.alpha.atLeast(0)
    func outside(_ c: Lane) -> Lane { c.atMost(0) + (c - alpha).atLeast(0) }
    return Color(toned.rgb + image.rgb.map(outside), image.alpha)
  }
}

/// Colours of an effect over the cube of sRGB-coded red, green and blue.
struct PhotoEffectTable: Sendable {
  /// Points along a side, the first for 0 and the last for 1.
  let size: Int
  /// As `CubeTable.picture` lays it out, opaque. Numbers are sRGB-coded; below 0 stands for 0, above 1 for 1.
  let picture: Node

  /// - Parameters:
  ///   - components: numbers of a point: 1 for greys, 3 for red, green and blue.
  ///   - text: base64 of numbers of 12 bits, high bits first, -0.75...1.5; red counts up fastest, blue slowest.
  init(_ label: String, size: Int, components: Int, _ text: String) {
    self.size = size
    let source = Source(
      width: size * size, height: size, format: .rgbaf, colorSpace: nil, alpha: .opaque, label: label
    ) { () throws(RenderError) in
      let numbers = [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
      func number(_ index: Int) -> Float {
        let first = index / 2 * 3
        let bits =
          index % 2 == 0
          ? Int(numbers[first]) << 4 | Int(numbers[first + 1]) >> 4
          : Int(numbers[first + 1] & 15) << 8 | Int(numbers[first + 2])
        return Float(bits) * (2.25 / 4095) - 0.75
      }
      let pixels = try PixelBuffer(width: size * size, height: size, format: .rgbaf)
      for point in 0..<size * size * size {
        let first = point * components
        let color = SIMD4(
          number(first), number(first + (components == 3 ? 1 : 0)), number(first + (components == 3 ? 2 : 0)), 1)
        // Rows lie top first, blue counts from below.
        pixels.row(size - 1 - point / (size * size)).storeBytes(
          of: color, toByteOffset: 16 * (point % (size * size)), as: SIMD4<Float>.self)
      }
      return pixels
    }
    picture = .source(source)
  }
}
