import Foundation
import ImageFilters

/// What shows a filter better than its defaults do.
extension FilterExample {
  /// By filter; the other numbers keep their defaults.
  static let numbers: [String: [String: Double]] = [
    "CIAreaHistogram": ["inputScale": 15], "CIAreaAlphaWeightedHistogram": ["inputScale": 15],
    "CIAreaLogarithmicHistogram": ["inputScale": 15],
    "CIBarsSwipeTransition": ["inputTime": 0.25, "inputBarOffset": 60],
    "CIBicubicScaleTransform": ["inputScale": 0.7], "CILanczosScaleTransform": ["inputScale": 0.7],
    "CIColorControls": ["inputBrightness": 0.05, "inputContrast": 1.2, "inputSaturation": 1.5],
    "CICopyMachineTransition": ["inputTime": 0.3, "inputWidth": 150],
    "CIConvertLabToRGB": ["inputNormalize": 1], "CIConvertRGBtoLab": ["inputNormalize": 1],
    "CIDistanceGradientFromRedMask": ["inputMaximumDistance": 60],
    "CISignedDistanceGradientFromRedMask": ["inputMaximumDistance": 60],
    "CIFlashTransition": ["inputTime": 0.15],
    "CIGammaAdjust": ["inputPower": 1.8],
    "CIGlassDistortion": ["inputScale": 60], "CIGlassLozenge": ["inputRadius": 60],
    "CIGuidedFilter": ["inputRadius": 6, "inputEpsilon": 0.02],
    "CIHeightFieldFromMask": ["inputRadius": 40],
    "CIHoleDistortion": ["inputRadius": 70],
    "CIHueSaturationValueGradient": ["inputRadius": 140],
    "CIMeshGenerator": ["inputWidth": 4],
    "CIModTransition": ["inputTime": 0.6],
    "CIPageCurlTransition": ["inputTime": 0.5, "inputAngle": 2.6, "inputRadius": 40],
    "CIPageCurlWithShadowTransition": ["inputTime": 0.5, "inputAngle": 2.6, "inputRadius": 40],
    "CIShadedMaterial": ["inputScale": 30],
    "CIToneMapHeadroom": ["inputSourceHeadroom": 4, "inputTargetHeadroom": 1],
    "CIRoundedQRCodeGenerator": ["inputScale": 10],
    "CISpotLight": ["inputBrightness": 2, "inputConcentration": 0.15],
    "CIStraightenFilter": ["inputAngle": 0.12],
    "CIStretchCrop": ["inputCropAmount": 0.25, "inputCenterStretchAmount": 0.25],
    "CITextImageGenerator": ["inputFontSize": 72],
    "CITriangleKaleidoscope": ["inputSize": 110],
  ]

  /// By filter, for pictures of 300 pixels: places, sizes and rectangles.
  static let places: [String: [String: [Double]]] = [
    "CIClamp": ["inputExtent": [75, 75, 150, 150]],
    "CICrop": ["inputRectangle": [60, 40, 180, 200]],
    "CIDroste": ["inputInsetPoint0": [100, 110], "inputInsetPoint1": [190, 200]],
    "CIGlassLozenge": ["inputPoint0": [100, 100], "inputPoint1": [200, 200]],
    "CISpotLight": ["inputLightPosition": [150, 260, 150], "inputLightPointsAt": [150, 190, 0]],
    "CIStretchCrop": ["inputSize": [300, 150]],
  ]

  /// By filter: vectors that are neither.
  static let vectors: [String: [String: [Double]]] = [
    "CIColorClamp": ["inputMinComponents": [0.02, 0.02, 0.15, 0], "inputMaxComponents": [0.7, 0.6, 0.5, 1]],
    "CIColorCrossPolynomial": [
      "inputRedCoefficients": [1, 0, 0, 0, 0, 0, 0.4, 0, 0, 0],
      "inputBlueCoefficients": [0, 0.2, 0.6, 0, 0, 0, 0, 0, 0, 0.05],
    ],
    "CIColorMatrix": [
      "inputRVector": [0.5, 0.45, 0.1, 0], "inputGVector": [0.3, 0.5, 0.1, 0], "inputBVector": [0.2, 0.35, 0.2, 0],
    ],
    "CIColorPolynomial": ["inputRedCoefficients": [0, 1.4, -0.4, 0], "inputBlueCoefficients": [0.06, 0.7, 0, 0]],
    "CITemperatureAndTint": ["inputNeutral": [6500, 0], "inputTargetNeutral": [4500, 0]],
    "CIToneCurve": ["inputPoint1": [0.25, 0.14], "inputPoint3": [0.75, 0.88]],
  ]

  /// Weights of convolutions: they sharpen.
  static func weights(_ count: Int) -> [Double] {
    (0..<count).map { $0 == count / 2 ? 3 : -2 / Double(count - 1) }
  }

  /// Two colours along each side: a little warmer, and paler.
  static let cube = table(
    (0..<8).map { corner in
      let (red, green, blue) = (Float(corner & 1), Float(corner >> 1 & 1), Float(corner >> 2))
      return [0.08 + 0.85 * red + 0.07 * green, 0.04 + 0.9 * green, 0.15 + 0.1 * green + 0.55 * blue, 1]
    }.flatMap { $0 })

  /// Two colours along each side, each its opposite.
  static let opposites = table(
    (0..<8).flatMap { corner -> [Float] in
      [1 - Float(corner & 1), 1 - Float(corner >> 1 & 1), 1 - Float(corner >> 2), 1]
    })

  /// Red, green and blue at 0, in the middle and at 1.
  static let curves = table([0.02, 0.02, 0.12, 0.62, 0.5, 0.44, 1, 0.96, 0.82])

  private static func table(_ numbers: [Float]) -> Data { numbers.withUnsafeBytes { Data($0) } }
}
