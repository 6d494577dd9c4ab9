/// Core Image's own blends. Those that are filters too are the same formulas.
extension CIBlendKernel {
  /// Nothing: transparent black.
  public class var clear: CIBlendKernel { CIBlendKernel(.blend(.clear)) }
  /// The foreground.
  public class var source: CIBlendKernel { CIBlendKernel(.blend(.source)) }
  /// The background.
  public class var destination: CIBlendKernel { CIBlendKernel(.blend(.destination)) }
  /// The foreground over the background.
  public class var sourceOver: CIBlendKernel { CIBlendKernel(.blend(.sourceOver)) }
  /// The foreground where the background is.
  public class var sourceIn: CIBlendKernel { CIBlendKernel(.blend(.sourceIn)) }
  /// The foreground where the background is not.
  public class var sourceOut: CIBlendKernel { CIBlendKernel(.blend(.sourceOut)) }
  /// The foreground over the background, where the background is.
  public class var sourceAtop: CIBlendKernel { CIBlendKernel(.blend(.sourceAtop)) }
  /// The background over the foreground.
  public class var destinationOver: CIBlendKernel { CIBlendKernel(.blend(.destinationOver)) }
  /// The background where the foreground is.
  public class var destinationIn: CIBlendKernel { CIBlendKernel(.blend(.destinationIn)) }
  /// The background where the foreground is not.
  public class var destinationOut: CIBlendKernel { CIBlendKernel(.blend(.destinationOut)) }
  /// The background over the foreground, where the foreground is.
  public class var destinationAtop: CIBlendKernel { CIBlendKernel(.blend(.destinationAtop)) }
  /// Each where the other is not.
  public class var exclusiveOr: CIBlendKernel { CIBlendKernel(.blend(.exclusiveOr)) }
  /// Sums of premultiplied components, alpha too.
  public class var componentAdd: CIBlendKernel { CIBlendKernel(.blend(.componentAdd)) }
  /// Products of premultiplied components, alpha too.
  public class var componentMultiply: CIBlendKernel { CIBlendKernel(.blend(.componentMultiply)) }
  /// The lesser of each component, alpha too.
  public class var componentMin: CIBlendKernel { CIBlendKernel(.blend(.componentMin)) }
  /// The greater of each component, alpha too.
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
  /// 1 where both colours together reach 1, else 0, by component.
  public class var hardMix: CIBlendKernel { CIBlendKernel(.blend(.hardMix)) }
  /// As the filter CIHueBlendMode.
  public class var hue: CIBlendKernel { CIBlendKernel(.blend(.hue)) }
  /// As the filter CISaturationBlendMode.
  public class var saturation: CIBlendKernel { CIBlendKernel(.blend(.saturation)) }
  /// As the filter CIColorBlendMode.
  public class var color: CIBlendKernel { CIBlendKernel(.blend(.color)) }
  /// As the filter CILuminosityBlendMode.
  public class var luminosity: CIBlendKernel { CIBlendKernel(.blend(.luminosity)) }
  /// The colour that has less luminance.
  public class var darkerColor: CIBlendKernel { CIBlendKernel(.blend(.darkerColor)) }
  /// The colour that has more luminance.
  public class var lighterColor: CIBlendKernel { CIBlendKernel(.blend(.lighterColor)) }
}
