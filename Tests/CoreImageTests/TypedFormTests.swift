import CoreImage
import CoreImage.CIFilterBuiltins
import Testing

/// Every typed form with its protocol, its properties and their types; it is a test that this compiles.
@Suite struct TypedFormTests {
  @Test func affineClampHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAffineClamp = CIFilter.affineClamp()
    #expect(filter.name == "CIAffineClamp")
    filter.inputImage = filter.inputImage as CIImage?
    filter.transform = filter.transform as CGAffineTransform
  }

  @Test func areaAverageHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaAverage = CIFilter.areaAverage()
    #expect(filter.name == "CIAreaAverage")
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaHistogramHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaHistogram = CIFilter.areaHistogram()
    #expect(filter.name == "CIAreaHistogram")
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.scale = filter.scale as Float
    filter.count = filter.count as Int
  }

  @Test func blendWithMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlendWithMask = CIFilter.blendWithMask()
    #expect(filter.name == "CIBlendWithMask")
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
  }

  @Test func bloomHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBloom = CIFilter.bloom()
    #expect(filter.name == "CIBloom")
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
  }

  @Test func boxBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBoxBlur = CIFilter.boxBlur()
    #expect(filter.name == "CIBoxBlur")
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func checkerboardGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICheckerboardGenerator = CIFilter.checkerboardGenerator()
    #expect(filter.name == "CICheckerboardGenerator")
    filter.center = filter.center as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func colorClampHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorClamp = CIFilter.colorClamp()
    #expect(filter.name == "CIColorClamp")
    filter.inputImage = filter.inputImage as CIImage?
    filter.minComponents = filter.minComponents as CIVector
    filter.maxComponents = filter.maxComponents as CIVector
  }

  @Test func colorControlsHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorControls = CIFilter.colorControls()
    #expect(filter.name == "CIColorControls")
    filter.inputImage = filter.inputImage as CIImage?
    filter.saturation = filter.saturation as Float
    filter.brightness = filter.brightness as Float
    filter.contrast = filter.contrast as Float
  }

  @Test func colorInvertHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorInvert = CIFilter.colorInvert()
    #expect(filter.name == "CIColorInvert")
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func colorMatrixHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorMatrix = CIFilter.colorMatrix()
    #expect(filter.name == "CIColorMatrix")
    filter.inputImage = filter.inputImage as CIImage?
    filter.rVector = filter.rVector as CIVector
    filter.gVector = filter.gVector as CIVector
    filter.bVector = filter.bVector as CIVector
    filter.aVector = filter.aVector as CIVector
    filter.biasVector = filter.biasVector as CIVector
  }

  @Test func colorMonochromeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorMonochrome = CIFilter.colorMonochrome()
    #expect(filter.name == "CIColorMonochrome")
    filter.inputImage = filter.inputImage as CIImage?
    filter.color = filter.color as CIColor
    filter.intensity = filter.intensity as Float
  }

  @Test func colorPolynomialHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorPolynomial = CIFilter.colorPolynomial()
    #expect(filter.name == "CIColorPolynomial")
    filter.inputImage = filter.inputImage as CIImage?
    filter.redCoefficients = filter.redCoefficients as CIVector
    filter.greenCoefficients = filter.greenCoefficients as CIVector
    filter.blueCoefficients = filter.blueCoefficients as CIVector
    filter.alphaCoefficients = filter.alphaCoefficients as CIVector
  }

  @Test func dissolveTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDissolveTransition = CIFilter.dissolveTransition()
    #expect(filter.name == "CIDissolveTransition")
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.time = filter.time as Float
  }

  @Test func exposureAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIExposureAdjust = CIFilter.exposureAdjust()
    #expect(filter.name == "CIExposureAdjust")
    filter.inputImage = filter.inputImage as CIImage?
    filter.ev = filter.ev as Float
  }

  @Test func gammaAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGammaAdjust = CIFilter.gammaAdjust()
    #expect(filter.name == "CIGammaAdjust")
    filter.inputImage = filter.inputImage as CIImage?
    filter.power = filter.power as Float
  }

  @Test func gaussianBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGaussianBlur = CIFilter.gaussianBlur()
    #expect(filter.name == "CIGaussianBlur")
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func hueAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHueAdjust = CIFilter.hueAdjust()
    #expect(filter.name == "CIHueAdjust")
    filter.inputImage = filter.inputImage as CIImage?
    filter.angle = filter.angle as Float
  }

  @Test func lanczosScaleTransformHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILanczosScaleTransform = CIFilter.lanczosScaleTransform()
    #expect(filter.name == "CILanczosScaleTransform")
    filter.inputImage = filter.inputImage as CIImage?
    filter.scale = filter.scale as Float
    filter.aspectRatio = filter.aspectRatio as Float
  }

  @Test func linearGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILinearGradient = CIFilter.linearGradient()
    #expect(filter.name == "CILinearGradient")
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func maskedVariableBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMaskedVariableBlur = CIFilter.maskedVariableBlur()
    #expect(filter.name == "CIMaskedVariableBlur")
    filter.inputImage = filter.inputImage as CIImage?
    filter.mask = filter.mask as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func motionBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMotionBlur = CIFilter.motionBlur()
    #expect(filter.name == "CIMotionBlur")
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func multiplyBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.multiplyBlendMode()
    #expect(filter.name == "CIMultiplyBlendMode")
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func photoEffectProcessHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectProcess()
    #expect(filter.name == "CIPhotoEffectProcess")
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func pinchDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPinchDistortion = CIFilter.pinchDistortion()
    #expect(filter.name == "CIPinchDistortion")
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.scale = filter.scale as Float
  }

  @Test func pixellateHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPixellate = CIFilter.pixellate()
    #expect(filter.name == "CIPixellate")
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.scale = filter.scale as Float
  }

  @Test func qrCodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIQRCodeGenerator = CIFilter.qrCodeGenerator()
    #expect(filter.name == "CIQRCodeGenerator")
    filter.message = filter.message as Data
    filter.correctionLevel = filter.correctionLevel as String
  }

  @Test func radialGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRadialGradient = CIFilter.radialGradient()
    #expect(filter.name == "CIRadialGradient")
    filter.center = filter.center as CGPoint
    filter.radius0 = filter.radius0 as Float
    filter.radius1 = filter.radius1 as Float
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func screenBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.screenBlendMode()
    #expect(filter.name == "CIScreenBlendMode")
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sepiaToneHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISepiaTone = CIFilter.sepiaTone()
    #expect(filter.name == "CISepiaTone")
    filter.inputImage = filter.inputImage as CIImage?
    filter.intensity = filter.intensity as Float
  }

  @Test func sharpenLuminanceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISharpenLuminance = CIFilter.sharpenLuminance()
    #expect(filter.name == "CISharpenLuminance")
    filter.inputImage = filter.inputImage as CIImage?
    filter.sharpness = filter.sharpness as Float
    filter.radius = filter.radius as Float
  }

  @Test func sourceInCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceInCompositing()
    #expect(filter.name == "CISourceInCompositing")
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sourceOverCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceOverCompositing()
    #expect(filter.name == "CISourceOverCompositing")
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func toneCurveHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIToneCurve = CIFilter.toneCurve()
    #expect(filter.name == "CIToneCurve")
    filter.inputImage = filter.inputImage as CIImage?
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.point2 = filter.point2 as CGPoint
    filter.point3 = filter.point3 as CGPoint
    filter.point4 = filter.point4 as CGPoint
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func twirlDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITwirlDistortion = CIFilter.twirlDistortion()
    #expect(filter.name == "CITwirlDistortion")
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func unsharpMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIUnsharpMask = CIFilter.unsharpMask()
    #expect(filter.name == "CIUnsharpMask")
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
  }

  @Test func vibranceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIVibrance = CIFilter.vibrance()
    #expect(filter.name == "CIVibrance")
    filter.inputImage = filter.inputImage as CIImage?
    filter.amount = filter.amount as Float
  }
}
