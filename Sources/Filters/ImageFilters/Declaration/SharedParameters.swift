import Foundation
import ImageColor

/// Inputs that several filters share, with the same key, default and range: `parameters: [.inputImage, .center]`,
/// `inputs[.center]`.
///
/// The build reads them from the source text, as it does those of the filters.
extension AnyParameter where Self == Parameter<Node> {
  static var inputImage: Self { Parameter("inputImage", type: .image) }
  static var backgroundImage: Self { Parameter("inputBackgroundImage", type: .image) }
  static var targetImage: Self { Parameter("inputTargetImage", type: .image) }
  static var maskImage: Self { Parameter("inputMaskImage", type: .image) }
  static var shadingImage: Self { Parameter("inputShadingImage", type: .image) }
  static var backsideImage: Self { Parameter("inputBacksideImage", type: .image) }
  static var paletteImage: Self { Parameter("inputPaletteImage", type: .image) }
}

extension AnyParameter where Self == Parameter<SIMD2<Double>> {
  static var center: Self { Parameter("inputCenter", type: .position, default: [150, 150]) }
  static var topLeft: Self { Parameter("inputTopLeft", type: .position, default: [118, 484]) }
  static var topRight: Self { Parameter("inputTopRight", type: .position, default: [646, 507]) }
  static var bottomRight: Self { Parameter("inputBottomRight", type: .position, default: [548, 140]) }
  static var bottomLeft: Self { Parameter("inputBottomLeft", type: .position, default: [155, 153]) }
}

extension AnyParameter where Self == Parameter<Float> {
  static var angle: Self {
    Parameter("inputAngle", type: .angle, default: 0, slider: -Double.pi...Double.pi, identity: 0)
  }
  static var time: Self { Parameter("inputTime", type: .time, default: 0, min: 0, max: 1, slider: 0...1, identity: 0) }
  static var bias: Self { Parameter("inputBias", default: 0, identity: 0) }
  static var halfIntensity: Self { Parameter("inputIntensity", default: 0.5, min: 0, slider: 0...1, identity: 0) }
  static var fullIntensity: Self { Parameter("inputIntensity", default: 1, min: 0, slider: 0...1, identity: 0) }
  static var blurRadius: Self { Parameter("inputRadius", type: .distance, default: 10, min: 0, slider: 0...100) }
  static var blurSigma: Self { Parameter("inputSigma", type: .distance, default: 10, min: 0, slider: 0...100) }
  static var smoothness: Self { Parameter("inputSmoothness", default: 0, min: 0, max: 1, slider: 0...1) }
  static var fullSharpness: Self { Parameter("inputSharpness", default: 1, min: 0, max: 1, slider: 0...1) }
  static var scaleFactor: Self { Parameter("inputScaleFactor", default: 1, min: 0, slider: 1...4) }
  static var striationStrength: Self { Parameter("inputStriationStrength", default: 0.5, min: 0, slider: 0...3) }
  static var maximumDistance: Self {
    Parameter("inputMaximumDistance", type: .distance, default: 10, min: 0, max: 1000, slider: 1...100)
  }
  static var aspectRatio: Self { Parameter("inputAspectRatio", default: 1, min: 0, slider: 0.5...2, identity: 1) }
  static var cubeDimension: Self {
    Parameter("inputCubeDimension", type: .count, default: 2, min: 2, max: 128, identity: 2)
  }
  static var histogramScale: Self { Parameter("inputScale", default: 1, min: 0, slider: 0...1) }
  static var padding: Self {
    Parameter("inputPadding", type: .integer, default: 0, min: 0, max: 200, slider: 0...50, unit: .pixels)
  }
}

extension AnyParameter where Self == Parameter<UserRect> {
  static var extent: Self {
    Parameter("inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0))
  }
  static var imageExtent: Self {
    Parameter("inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 300, height: 300))
  }
  static var shapeExtent: Self {
    Parameter("inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 100, height: 100))
  }
}

extension AnyParameter where Self == Parameter<Bool> {
  static var extrapolate: Self { Parameter("inputExtrapolate", type: .boolean, default: false, min: 0, max: 1) }
  static var perceptual: Self { Parameter("inputPerceptual", type: .boolean, default: false, min: 0, max: 1) }
  static var normalize: Self { Parameter("inputNormalize", type: .boolean, default: false) }
}

extension AnyParameter where Self == Parameter<ColorValue> {
  static var color: Self { Parameter("inputColor", type: .color, default: .white) }
  static var opaqueColor: Self { Parameter("inputColor", type: .opaqueColor, default: .white) }
  static var color0: Self { Parameter("inputColor0", type: .color, default: .white) }
  static var color1: Self { Parameter("inputColor1", type: .color, default: .black) }
}

extension AnyParameter where Self == Parameter<ColorSpace> {
  static var colorSpace: Self { Parameter("inputColorSpace", isOptional: true) }
}

extension AnyParameter where Self == Parameter<Data> {
  static var message: Self { Parameter("inputMessage") }
}

extension AnyParameter where Self == Parameter<String> {
  static var correctionLevel: Self { Parameter("inputCorrectionLevel", default: "M") }
}

extension AnyParameter where Self == Parameter<Int> {
  static var histogramCount: Self {
    Parameter("inputCount", type: .scalar, default: 64, min: 1, max: 2048, slider: 10...1000)
  }
}

extension AnyParameter where Self == Parameter<AffineMap> {
  static var tileTransform: Self {
    Parameter("inputTransform", type: .transform, default: .scale(0.4, 0.4), identity: .identity)
  }
}
