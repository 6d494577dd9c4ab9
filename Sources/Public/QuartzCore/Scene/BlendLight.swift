import CoreGraphics
import ImageColor
import ImageFilters
import ImageGraph

/// In which numbers layers are blended with each other.
enum BlendLight {
  /// Coded by the curve of sRGB, extended and premultiplied: what Core Animation does.
  case encoded
  /// The working space's.
  case working

  /// A colour as the argument of a formula.
  func argument(_ color: CGColor) -> any FormulaArgument {
    let parts = color.components(in: .extendedSRGB)
    switch self {
    case .working: return ColorArgument(parts, .premultiplied)
    case .encoded:
      let rgb = SIMD3<Float>(Float(parts.x), Float(parts.y), Float(parts.z))
      return SIMD4(rgb * Float(parts.w), Float(parts.w))
    }
  }

  /// Colours of the working space as those that are blended.
  func blended(_ image: Node) -> Node {
    guard self == .encoded, image.extent != .empty else { return image }
    if case .matched(.extendedSRGB, .toWorking(.premultiplied)) = image.op { return image.inputs[0] }
    return Node(.matched(.extendedSRGB, .fromWorking), [image])
  }

  /// Colours that were blended as those of the working space.
  func working(_ image: Node) -> Node {
    guard self == .encoded, image.extent != .empty else { return image }
    if case .matched(.extendedSRGB, .fromWorking) = image.op { return image.inputs[0] }
    return Node(.matched(.extendedSRGB, .toWorking(.premultiplied)), [image])
  }
}

/// Steps of composition, which hold in any light.
extension Node {
  /// This over what is behind it.
  func over(_ background: Node) -> Node {
    if extent == .empty { return background }
    if background.extent == .empty { return self }
    return .combined([self, background], by: SourceOverCompositing.formula, extent: .union)
  }

  /// Times the alpha of a mask.
  func times(alphaOf mask: Node) -> Node {
    if extent == .empty || mask.extent == .empty { return .empty }
    return .combined([self, mask], by: SourceInCompositing.formula, extent: .intersection)
  }

  /// Times one less the alpha of a mask.
  func outside(_ mask: Node) -> Node {
    if extent == .empty || mask.extent == .empty { return self }
    return .combined([self, mask], by: SourceOutCompositing.formula, extent: .first)
  }

  /// Times a number 0...1.
  func faded(by opacity: Double) -> Node {
    guard opacity < 1 else { return self }
    guard opacity > 0, extent != .empty else { return .empty }
    return times(alphaOf: .constant(SIMD4<Float>(0, 0, 0, Float(opacity))))
  }

  /// This at 0, `other` at 1, and on a line between them: where both are equal, nothing changes.
  func faded(into other: Node, by part: Double) -> Node {
    guard part > 0 else { return self }
    guard part < 1 else { return other }
    if extent == .empty { return other.faded(by: part) }
    if other.extent == .empty { return faded(by: 1 - part) }
    return .combined([self, other], by: DissolveTransition.formula, Float(part), extent: .union)
  }

  /// The sum of all components.
  func plus(_ other: Node) -> Node {
    if extent == .empty { return other }
    if other.extent == .empty { return self }
    return .combined([self, other], by: AdditionCompositing.formula, extent: .union)
  }

  /// This where the mask's alpha is 1, `background` where it is 0.
  func mixed(over background: Node, byAlphaOf mask: Node) -> Node {
    let part = cropped(to: mask.extent)
    return .combined(
      [part, background, mask], by: BlendWithAlphaMask.formula, extent: .stated(part.extent.union(background.extent)))
  }

  /// One colour everywhere.
  static func constant(_ color: any FormulaArgument) -> Node { .generated(by: .constant, color) }

  static var white: Node { constant(SIMD4<Float>(1, 1, 1, 1)) }
}
