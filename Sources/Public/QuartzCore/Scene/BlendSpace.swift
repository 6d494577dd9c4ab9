import CoreGraphics
import ImageColor
import ImageFilters
import ImageGraph

/// The encoding of components in which layers are blended with each other.
enum BlendSpace {
  /// Extended sRGB, gamma-encoded and premultiplied, as in Core Animation.
  case encoded
  /// The linear working space, premultiplied.
  case working

  /// Returns a colour as the argument of a formula.
  func argument(_ color: CGColor) -> any FormulaArgument {
    let components = color.components(in: .extendedSRGB)
    switch self {
    case .working: return ColorArgument(components, .premultiplied)
    case .encoded:
      let rgb = SIMD3<Float>(Float(components.x), Float(components.y), Float(components.z))
      return SIMD4(rgb * Float(components.w), Float(components.w))
    }
  }

  /// Converts an image from the working space.
  func blended(_ image: Node) -> Node {
    guard self == .encoded, image.extent != .empty else { return image }
    if case .matched(.extendedSRGB, .toWorking(.premultiplied)) = image.op { return image.inputs[0] }
    return Node(.matched(.extendedSRGB, .fromWorking), [image])
  }

  /// Converts an image to the working space.
  func working(_ image: Node) -> Node {
    guard self == .encoded, image.extent != .empty else { return image }
    if case .matched(.extendedSRGB, .fromWorking) = image.op { return image.inputs[0] }
    return Node(.matched(.extendedSRGB, .toWorking(.premultiplied)), [image])
  }
}

/// Compositing operations, which are valid in any encoding.
extension Node {
  /// Returns this image over a background.
  func over(_ background: Node) -> Node {
    if extent == .empty { return background }
    if background.extent == .empty { return self }
    return .combined([self, background], by: SourceOverCompositing.formula, extent: .union)
  }

  /// Returns this image multiplied by the alpha of a mask.
  func times(alphaOf mask: Node) -> Node {
    if extent == .empty || mask.extent == .empty { return .empty }
    return .combined([self, mask], by: SourceInCompositing.formula, extent: .intersection)
  }

  /// Returns this image multiplied by the inverted alpha of a mask.
  func outside(_ mask: Node) -> Node {
    if extent == .empty || mask.extent == .empty { return self }
    return .combined([self, mask], by: SourceOutCompositing.formula, extent: .first)
  }

  /// Returns this image multiplied by an opacity 0...1.
  func faded(by opacity: Double) -> Node {
    guard opacity < 1 else { return self }
    guard opacity > 0, extent != .empty else { return .empty }
    return times(alphaOf: .constant(SIMD4<Float>(0, 0, 0, Float(opacity))))
  }

  /// Returns the linear interpolation between this image at 0 and `other` at 1. Equal pixels are unchanged.
  func faded(into other: Node, by fraction: Double) -> Node {
    guard fraction > 0 else { return self }
    guard fraction < 1 else { return other }
    if extent == .empty { return other.faded(by: fraction) }
    if other.extent == .empty { return faded(by: 1 - fraction) }
    return .combined([self, other], by: DissolveTransition.formula, Float(fraction), extent: .union)
  }

  /// Returns the sum by component.
  func plus(_ other: Node) -> Node {
    if extent == .empty { return other }
    if other.extent == .empty { return self }
    return .combined([self, other], by: AdditionCompositing.formula, extent: .union)
  }

  /// Returns this image where the mask's alpha is 1, `background` where it is 0, and a mixture in between.
  func mixed(over background: Node, byAlphaOf mask: Node) -> Node {
    let masked = cropped(to: mask.extent)
    return .combined(
      [masked, background, mask], by: BlendWithAlphaMask.formula,
      extent: .stated(masked.extent.union(background.extent)))
  }

  /// An infinite image of one colour.
  static func constant(_ color: any FormulaArgument) -> Node { .generated(by: .constant, color) }

  static var white: Node { constant(SIMD4<Float>(1, 1, 1, 1)) }
}
