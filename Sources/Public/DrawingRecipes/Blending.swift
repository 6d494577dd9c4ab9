import CoreImage

extension CGBlendMode {
  /// Composites paint over an image. Partially covered pixels are interpolated between the image and the blend result.
  func blended(_ part: RecipeReplay.Painted, over below: CIImage) -> CIImage {
    func filtered(_ name: String, _ source: CIImage) -> CIImage {
      source.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: below])
    }
    if let name = blendFilter { return filtered(name, part.image) }
    let source = part.paint
    let both: CIImage
    switch self {
    case .clear: both = .clear
    case .copy: both = source
    case .sourceIn: both = source.within(below)
    case .sourceOut: both = filtered("CISourceOutCompositing", source)
    case .sourceAtop: both = filtered("CISourceAtopCompositing", source)
    case .destinationOver: both = below.composited(over: source)
    case .destinationIn: both = below.within(source)
    case .destinationOut:
      both = below.applyingFilter("CISourceOutCompositing", parameters: [kCIInputBackgroundImageKey: source])
    case .destinationAtop:
      both = below.applyingFilter("CISourceAtopCompositing", parameters: [kCIInputBackgroundImageKey: source])
    case .xor:
      let only = below.applyingFilter("CISourceOutCompositing", parameters: [kCIInputBackgroundImageKey: source])
      both = filtered("CISourceOutCompositing", source)
        .applyingFilter("CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: only])
    default: both = source.composited(over: below)
    }
    guard let coverage = part.coverage else { return both }
    return both.applyingFilter(
      "CIBlendWithAlphaMask",
      parameters: [kCIInputBackgroundImageKey: below, kCIInputMaskImageKey: coverage])
  }

  /// The filter of modes that leave the destination unchanged if the source is transparent.
  private var blendFilter: String? {
    switch self {
    case .normal, .plusDarker: "CISourceOverCompositing"
    case .multiply: "CIMultiplyBlendMode"
    case .screen: "CIScreenBlendMode"
    case .overlay: "CIOverlayBlendMode"
    case .darken: "CIDarkenBlendMode"
    case .lighten: "CILightenBlendMode"
    case .colorDodge: "CIColorDodgeBlendMode"
    case .colorBurn: "CIColorBurnBlendMode"
    case .softLight: "CISoftLightBlendMode"
    case .hardLight: "CIHardLightBlendMode"
    case .difference: "CIDifferenceBlendMode"
    case .exclusion: "CIExclusionBlendMode"
    case .hue: "CIHueBlendMode"
    case .saturation: "CISaturationBlendMode"
    case .color: "CIColorBlendMode"
    case .luminosity: "CILuminosityBlendMode"
    case .plusLighter: "CIAdditionCompositing"
    case .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut,
      .destinationAtop, .xor:
      nil
    }
  }
}
