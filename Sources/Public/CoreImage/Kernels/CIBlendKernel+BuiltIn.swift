/// Core Image's built-in blends. Those that exist as filters use the same formulas.
extension CIBlendKernel {
  /// Transparent black.
  public class var clear: CIBlendKernel { CIBlendKernel(.blend(.clear)) }
  /// The foreground.
  public class var source: CIBlendKernel { CIBlendKernel(.blend(.source)) }
  /// The background.
  public class var destination: CIBlendKernel { CIBlendKernel(.blend(.destination)) }
  /// The foreground over the background.
  public class var sourceOver: CIBlendKernel { CIBlendKernel(.blend(.sourceOver)) }
  /// The foreground inside of the background.
  public class var sourceIn: CIBlendKernel { CIBlendKernel(.blend(.sourceIn)) }
  /// The foreground outside of the background.
  public class var sourceOut: CIBlendKernel { CIBlendKernel(.blend(.sourceOut)) }
  /// The foreground over the background, inside of the background.
  public class var sourceAtop: CIBlendKernel { CIBlendKernel(.blend(.sourceAtop)) }
  /// The background over the foreground.
  public class var destinationOver: CIBlendKernel { CIBlendKernel(.blend(.destinationOver)) }
  /// The background inside of the foreground.
  public class var destinationIn: CIBlendKernel { CIBlendKernel(.blend(.destinationIn)) }
  /// The background outside of the foreground.
  public class var destinationOut: CIBlendKernel { CIBlendKernel(.blend(.destinationOut)) }
  /// The background over the foreground, inside of the foreground.
  public class var destinationAtop: CIBlendKernel { CIBlendKernel(.blend(.destinationAtop)) }
  /// Each image outside of the other.
  public class var exclusiveOr: CIBlendKernel { CIBlendKernel(.blend(.exclusiveOr)) }
  /// The sums of premultiplied components, including alpha.
  public class var componentAdd: CIBlendKernel { CIBlendKernel(.blend(.componentAdd)) }
  /// The products of premultiplied components, including alpha.
  public class var componentMultiply: CIBlendKernel { CIBlendKernel(.blend(.componentMultiply)) }
  /// The minimum of each component, including alpha.
  public class var componentMin: CIBlendKernel { CIBlendKernel(.blend(.componentMin)) }
  /// The maximum of each component, including alpha.
  public class var componentMax: CIBlendKernel { CIBlendKernel(.blend(.componentMax)) }
  /// As the filter CIMultiplyBlendMode.
  public class var multiply: CIBlendKernel { CIBlendKernel(.blend(.multiply)) }
  /// As the filter CIScreenBlendMode.
  public class var screen: CIBlendKernel { CIBlendKernel(.blend(.screen)) }
  /// As the filter CIOverlayBlendMode.
  public class var overlay: CIBlendKernel { CIBlendKernel(.blend(.overlay)) }
  /// As the filter CIDarkenBlendMode.
  public class var darken: CIBlendKernel { CIBlendKernel(.blend(.darken)) }
  /// As the filter CILightenBlendMode.
  public class var lighten: CIBlendKernel { CIBlendKernel(.blend(.lighten)) }
  /// As the filter CIColorDodgeBlendMode.
  public class var colorDodge: CIBlendKernel { CIBlendKernel(.blend(.colorDodge)) }
  /// As the filter CIColorBurnBlendMode.
  public class var colorBurn: CIBlendKernel { CIBlendKernel(.blend(.colorBurn)) }
  /// As the filter CIHardLightBlendMode.
  public class var hardLight: CIBlendKernel { CIBlendKernel(.blend(.hardLight)) }
  /// As the filter CISoftLightBlendMode.
  public class var softLight: CIBlendKernel { CIBlendKernel(.blend(.softLight)) }
  /// As the filter CIDifferenceBlendMode.
  public class var difference: CIBlendKernel { CIBlendKernel(.blend(.difference)) }
  /// As the filter CIExclusionBlendMode.
  public class var exclusion: CIBlendKernel { CIBlendKernel(.blend(.exclusion)) }
  /// As the filter CISubtractBlendMode.
  public class var subtract: CIBlendKernel { CIBlendKernel(.blend(.subtract)) }
  /// As the filter CIDivideBlendMode.
  public class var divide: CIBlendKernel { CIBlendKernel(.blend(.divide)) }
  /// As the filter CILinearBurnBlendMode.
  public class var linearBurn: CIBlendKernel { CIBlendKernel(.blend(.linearBurn)) }
  /// As the filter CILinearDodgeBlendMode.
  public class var linearDodge: CIBlendKernel { CIBlendKernel(.blend(.linearDodge)) }
  /// As the filter CILinearLightBlendMode.
  public class var linearLight: CIBlendKernel { CIBlendKernel(.blend(.linearLight)) }
  /// As the filter CIPinLightBlendMode.
  public class var pinLight: CIBlendKernel { CIBlendKernel(.blend(.pinLight)) }
  /// As the filter CIVividLightBlendMode.
  public class var vividLight: CIBlendKernel { CIBlendKernel(.blend(.vividLight)) }
  /// 1 if the sum of both components reaches 1, else 0, for each component.
  public class var hardMix: CIBlendKernel { CIBlendKernel(.blend(.hardMix)) }
  /// As the filter CIHueBlendMode.
  public class var hue: CIBlendKernel { CIBlendKernel(.blend(.hue)) }
  /// As the filter CISaturationBlendMode.
  public class var saturation: CIBlendKernel { CIBlendKernel(.blend(.saturation)) }
  /// As the filter CIColorBlendMode.
  public class var color: CIBlendKernel { CIBlendKernel(.blend(.color)) }
  /// As the filter CILuminosityBlendMode.
  public class var luminosity: CIBlendKernel { CIBlendKernel(.blend(.luminosity)) }
  /// The colour with the lower luminance.
  public class var darkerColor: CIBlendKernel { CIBlendKernel(.blend(.darkerColor)) }
  /// The colour with the higher luminance.
  public class var lighterColor: CIBlendKernel { CIBlendKernel(.blend(.lighterColor)) }
}
