import ImageFilters
import ImageGraph

/// A built-in blend of Core Image: a formula, or a simpler operation.
struct BlendFunction: Sendable {
  private enum Kind: Sendable {
    case formula(ColorFormula)
    /// A formula with foreground and background exchanged.
    case exchanged(ColorFormula)
    case clear, foreground, background
  }

  let name: String
  private let kind: Kind

  private init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

  /// Returns the blend of two images, whose extent is the union of both.
  func node(_ foreground: Node, _ background: Node) -> Node {
    let extent = foreground.extent.union(background.extent)
    switch kind {
    case .formula(let formula): return Node.combined([foreground, background], by: formula, extent: .union)
    case .exchanged(let formula): return Node.combined([background, foreground], by: formula, extent: .union)
    case .clear: return Node.generated(by: ColorFormula.constant, SIMD4<Float>.zero, extent: extent)
    case .foreground: return foreground.withExtent(extent)
    case .background: return background.withExtent(extent)
    }
  }

  private static func blend(_ name: String, _ formula: ColorFormula) -> Self { Self(name, .formula(formula)) }

  static let clear = Self("clear", .clear)
  static let source = Self("source", .foreground)
  static let destination = Self("destination", .background)
  static let sourceOver = blend("sourceOver", SourceOverCompositing.formula)
  static let sourceIn = blend("sourceIn", SourceInCompositing.formula)
  static let sourceOut = blend("sourceOut", SourceOutCompositing.formula)
  static let sourceAtop = blend("sourceAtop", SourceAtopCompositing.formula)
  static let destinationOver = Self("destinationOver", .exchanged(SourceOverCompositing.formula))
  static let destinationIn = Self("destinationIn", .exchanged(SourceInCompositing.formula))
  static let destinationOut = Self("destinationOut", .exchanged(SourceOutCompositing.formula))
  static let destinationAtop = Self("destinationAtop", .exchanged(SourceAtopCompositing.formula))
  static let exclusiveOr = blend("exclusiveOr", BlendKernels.exclusiveOr)
  static let componentAdd = blend("componentAdd", AdditionCompositing.formula)
  static let componentMultiply = blend("componentMultiply", MultiplyCompositing.formula)
  static let componentMin = blend("componentMin", MinimumCompositing.formula)
  static let componentMax = blend("componentMax", MaximumCompositing.formula)
  static let multiply = blend("multiply", MultiplyBlendMode.formula)
  static let screen = blend("screen", ScreenBlendMode.formula)
  static let overlay = blend("overlay", OverlayBlendMode.formula)
  static let darken = blend("darken", DarkenBlendMode.formula)
  static let lighten = blend("lighten", LightenBlendMode.formula)
  static let colorDodge = blend("colorDodge", ColorDodgeBlendMode.formula)
  static let colorBurn = blend("colorBurn", ColorBurnBlendMode.formula)
  static let hardLight = blend("hardLight", HardLightBlendMode.formula)
  static let softLight = blend("softLight", SoftLightBlendMode.formula)
  static let difference = blend("difference", DifferenceBlendMode.formula)
  static let exclusion = blend("exclusion", ExclusionBlendMode.formula)
  static let subtract = blend("subtract", SubtractBlendMode.formula)
  static let divide = blend("divide", DivideBlendMode.formula)
  static let linearBurn = blend("linearBurn", LinearBurnBlendMode.formula)
  static let linearDodge = blend("linearDodge", LinearDodgeBlendMode.formula)
  static let linearLight = blend("linearLight", LinearLightBlendMode.formula)
  static let pinLight = blend("pinLight", PinLightBlendMode.formula)
  static let vividLight = blend("vividLight", VividLightBlendMode.formula)
  static let hardMix = blend("hardMix", BlendKernels.hardMix)
  static let hue = blend("hue", HueBlendMode.formula)
  static let saturation = blend("saturation", SaturationBlendMode.formula)
  static let color = blend("color", ColorBlendMode.formula)
  static let luminosity = blend("luminosity", LuminosityBlendMode.formula)
  static let darkerColor = blend("darkerColor", BlendKernels.darkerColor)
  static let lighterColor = blend("lighterColor", BlendKernels.lighterColor)
}
