import CoreImage
import CoreImage.CIFilterBuiltins
import Testing

// Written by scripts/typed-tests.

/// Every typed form with its protocol, its properties and their types; it is a test that this compiles.
@Suite struct TypedFormTests {
  @Test func accordionFoldTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAccordionFoldTransition = CIFilter.accordionFoldTransition()
    #expect(filter.name == "CIAccordionFoldTransition")
    #expect(CIFilter(name: "CIAccordionFoldTransition") is any CIFilter & CIAccordionFoldTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.bottomHeight = filter.bottomHeight as Float
    filter.numberOfFolds = filter.numberOfFolds as Float
    filter.foldShadowAmount = filter.foldShadowAmount as Float
    filter.time = filter.time as Float
  }

  @Test func additionCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.additionCompositing()
    #expect(filter.name == "CIAdditionCompositing")
    #expect(CIFilter(name: "CIAdditionCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func affineClampHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAffineClamp = CIFilter.affineClamp()
    #expect(filter.name == "CIAffineClamp")
    #expect(CIFilter(name: "CIAffineClamp") is any CIFilter & CIAffineClamp)
    filter.inputImage = filter.inputImage as CIImage?
    filter.transform = filter.transform as CGAffineTransform
  }

  @Test func affineTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAffineTile = CIFilter.affineTile()
    #expect(filter.name == "CIAffineTile")
    #expect(CIFilter(name: "CIAffineTile") is any CIFilter & CIAffineTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.transform = filter.transform as CGAffineTransform
  }

  @Test func areaAlphaWeightedHistogramHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaHistogram = CIFilter.areaAlphaWeightedHistogram()
    #expect(filter.name == "CIAreaAlphaWeightedHistogram")
    #expect(CIFilter(name: "CIAreaAlphaWeightedHistogram") is any CIFilter & CIAreaHistogram)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.scale = filter.scale as Float
    filter.count = filter.count as Int
  }

  @Test func areaAverageHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaAverage = CIFilter.areaAverage()
    #expect(filter.name == "CIAreaAverage")
    #expect(CIFilter(name: "CIAreaAverage") is any CIFilter & CIAreaAverage)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaAverageMaximumRedHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaAverageMaximumRed = CIFilter.areaAverageMaximumRed()
    #expect(filter.name == "CIAreaAverageMaximumRed")
    #expect(CIFilter(name: "CIAreaAverageMaximumRed") is any CIFilter & CIAreaAverageMaximumRed)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaBoundsRedHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaBoundsRed = CIFilter.areaBoundsRed()
    #expect(filter.name == "CIAreaBoundsRed")
    #expect(CIFilter(name: "CIAreaBoundsRed") is any CIFilter & CIAreaBoundsRed)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaHistogramHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaHistogram = CIFilter.areaHistogram()
    #expect(filter.name == "CIAreaHistogram")
    #expect(CIFilter(name: "CIAreaHistogram") is any CIFilter & CIAreaHistogram)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.scale = filter.scale as Float
    filter.count = filter.count as Int
  }

  @Test func areaLogarithmicHistogramHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaLogarithmicHistogram = CIFilter.areaLogarithmicHistogram()
    #expect(filter.name == "CIAreaLogarithmicHistogram")
    #expect(CIFilter(name: "CIAreaLogarithmicHistogram") is any CIFilter & CIAreaLogarithmicHistogram)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.scale = filter.scale as Float
    filter.count = filter.count as Int
    filter.minimumStop = filter.minimumStop as Float
    filter.maximumStop = filter.maximumStop as Float
  }

  @Test func areaMaximumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMaximum = CIFilter.areaMaximum()
    #expect(filter.name == "CIAreaMaximum")
    #expect(CIFilter(name: "CIAreaMaximum") is any CIFilter & CIAreaMaximum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaMaximumAlphaHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMaximumAlpha = CIFilter.areaMaximumAlpha()
    #expect(filter.name == "CIAreaMaximumAlpha")
    #expect(CIFilter(name: "CIAreaMaximumAlpha") is any CIFilter & CIAreaMaximumAlpha)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaMinMaxHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMinMax = CIFilter.areaMinMax()
    #expect(filter.name == "CIAreaMinMax")
    #expect(CIFilter(name: "CIAreaMinMax") is any CIFilter & CIAreaMinMax)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaMinMaxRedHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMinMaxRed = CIFilter.areaMinMaxRed()
    #expect(filter.name == "CIAreaMinMaxRed")
    #expect(CIFilter(name: "CIAreaMinMaxRed") is any CIFilter & CIAreaMinMaxRed)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaMinimumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMinimum = CIFilter.areaMinimum()
    #expect(filter.name == "CIAreaMinimum")
    #expect(CIFilter(name: "CIAreaMinimum") is any CIFilter & CIAreaMinimum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func areaMinimumAlphaHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAreaMinimumAlpha = CIFilter.areaMinimumAlpha()
    #expect(filter.name == "CIAreaMinimumAlpha")
    #expect(CIFilter(name: "CIAreaMinimumAlpha") is any CIFilter & CIAreaMinimumAlpha)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func attributedTextImageGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAttributedTextImageGenerator = CIFilter.attributedTextImageGenerator()
    #expect(filter.name == "CIAttributedTextImageGenerator")
    #expect(CIFilter(name: "CIAttributedTextImageGenerator") is any CIFilter & CIAttributedTextImageGenerator)
    filter.text = filter.text as NSAttributedString
    filter.scaleFactor = filter.scaleFactor as Float
    filter.padding = filter.padding as Float
  }

  @Test func aztecCodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIAztecCodeGenerator = CIFilter.aztecCodeGenerator()
    #expect(filter.name == "CIAztecCodeGenerator")
    #expect(CIFilter(name: "CIAztecCodeGenerator") is any CIFilter & CIAztecCodeGenerator)
    filter.message = filter.message as Data
    filter.correctionLevel = filter.correctionLevel as Float
    filter.layers = filter.layers as Float
    filter.compactStyle = filter.compactStyle as Float
  }

  @Test func barcodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBarcodeGenerator = CIFilter.barcodeGenerator()
    #expect(filter.name == "CIBarcodeGenerator")
    #expect(CIFilter(name: "CIBarcodeGenerator") is any CIFilter & CIBarcodeGenerator)
    filter.barcodeDescriptor = filter.barcodeDescriptor as CIBarcodeDescriptor
  }

  @Test func barsSwipeTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBarsSwipeTransition = CIFilter.barsSwipeTransition()
    #expect(filter.name == "CIBarsSwipeTransition")
    #expect(CIFilter(name: "CIBarsSwipeTransition") is any CIFilter & CIBarsSwipeTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.barOffset = filter.barOffset as Float
    filter.time = filter.time as Float
  }

  @Test func bicubicScaleTransformHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBicubicScaleTransform = CIFilter.bicubicScaleTransform()
    #expect(filter.name == "CIBicubicScaleTransform")
    #expect(CIFilter(name: "CIBicubicScaleTransform") is any CIFilter & CIBicubicScaleTransform)
    filter.inputImage = filter.inputImage as CIImage?
    filter.scale = filter.scale as Float
    filter.aspectRatio = filter.aspectRatio as Float
    filter.parameterB = filter.parameterB as Float
    filter.parameterC = filter.parameterC as Float
  }

  @Test func blendWithAlphaMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlendWithMask = CIFilter.blendWithAlphaMask()
    #expect(filter.name == "CIBlendWithAlphaMask")
    #expect(CIFilter(name: "CIBlendWithAlphaMask") is any CIFilter & CIBlendWithMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
  }

  @Test func blendWithBlueMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlendWithMask = CIFilter.blendWithBlueMask()
    #expect(filter.name == "CIBlendWithBlueMask")
    #expect(CIFilter(name: "CIBlendWithBlueMask") is any CIFilter & CIBlendWithMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
  }

  @Test func blendWithMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlendWithMask = CIFilter.blendWithMask()
    #expect(filter.name == "CIBlendWithMask")
    #expect(CIFilter(name: "CIBlendWithMask") is any CIFilter & CIBlendWithMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
  }

  @Test func blendWithRedMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlendWithMask = CIFilter.blendWithRedMask()
    #expect(filter.name == "CIBlendWithRedMask")
    #expect(CIFilter(name: "CIBlendWithRedMask") is any CIFilter & CIBlendWithMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
  }

  @Test func bloomHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBloom = CIFilter.bloom()
    #expect(filter.name == "CIBloom")
    #expect(CIFilter(name: "CIBloom") is any CIFilter & CIBloom)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
  }

  @Test func blurredRectangleGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlurredRectangleGenerator = CIFilter.blurredRectangleGenerator()
    #expect(filter.name == "CIBlurredRectangleGenerator")
    #expect(CIFilter(name: "CIBlurredRectangleGenerator") is any CIFilter & CIBlurredRectangleGenerator)
    filter.extent = filter.extent as CGRect
    filter.sigma = filter.sigma as Float
    filter.color = filter.color as CIColor
  }

  @Test func blurredRoundedRectangleGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBlurredRoundedRectangleGenerator = CIFilter.blurredRoundedRectangleGenerator()
    #expect(filter.name == "CIBlurredRoundedRectangleGenerator")
    #expect(CIFilter(name: "CIBlurredRoundedRectangleGenerator") is any CIFilter & CIBlurredRoundedRectangleGenerator)
    filter.extent = filter.extent as CGRect
    filter.radius = filter.radius as Float
    filter.smoothness = filter.smoothness as Float
    filter.sigma = filter.sigma as Float
    filter.color = filter.color as CIColor
  }

  @Test func bokehBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBokehBlur = CIFilter.bokehBlur()
    #expect(filter.name == "CIBokehBlur")
    #expect(CIFilter(name: "CIBokehBlur") is any CIFilter & CIBokehBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.ringAmount = filter.ringAmount as Float
    filter.ringSize = filter.ringSize as Float
    filter.softness = filter.softness as Float
  }

  @Test func boxBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBoxBlur = CIFilter.boxBlur()
    #expect(filter.name == "CIBoxBlur")
    #expect(CIFilter(name: "CIBoxBlur") is any CIFilter & CIBoxBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func bumpDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBumpDistortion = CIFilter.bumpDistortion()
    #expect(filter.name == "CIBumpDistortion")
    #expect(CIFilter(name: "CIBumpDistortion") is any CIFilter & CIBumpDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.scale = filter.scale as Float
  }

  @Test func bumpDistortionLinearHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIBumpDistortionLinear = CIFilter.bumpDistortionLinear()
    #expect(filter.name == "CIBumpDistortionLinear")
    #expect(CIFilter(name: "CIBumpDistortionLinear") is any CIFilter & CIBumpDistortionLinear)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
    filter.scale = filter.scale as Float
  }

  @Test func cmykHalftoneHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICMYKHalftone = CIFilter.cmykHalftone()
    #expect(filter.name == "CICMYKHalftone")
    #expect(CIFilter(name: "CICMYKHalftone") is any CIFilter & CICMYKHalftone)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.width = filter.width as Float
    filter.angle = filter.angle as Float
    filter.sharpness = filter.sharpness as Float
    filter.grayComponentReplacement = filter.grayComponentReplacement as Float
    filter.underColorRemoval = filter.underColorRemoval as Float
  }

  @Test func cannyEdgeDetectorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICannyEdgeDetector = CIFilter.cannyEdgeDetector()
    #expect(filter.name == "CICannyEdgeDetector")
    #expect(CIFilter(name: "CICannyEdgeDetector") is any CIFilter & CICannyEdgeDetector)
    filter.inputImage = filter.inputImage as CIImage?
    filter.gaussianSigma = filter.gaussianSigma as Float
    filter.perceptual = filter.perceptual as Bool
    filter.thresholdHigh = filter.thresholdHigh as Float
    filter.thresholdLow = filter.thresholdLow as Float
    filter.hysteresisPasses = filter.hysteresisPasses as Int
  }

  @Test func checkerboardGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICheckerboardGenerator = CIFilter.checkerboardGenerator()
    #expect(filter.name == "CICheckerboardGenerator")
    #expect(CIFilter(name: "CICheckerboardGenerator") is any CIFilter & CICheckerboardGenerator)
    filter.center = filter.center as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func circleSplashDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICircleSplashDistortion = CIFilter.circleSplashDistortion()
    #expect(filter.name == "CICircleSplashDistortion")
    #expect(CIFilter(name: "CICircleSplashDistortion") is any CIFilter & CICircleSplashDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
  }

  @Test func circularScreenHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICircularScreen = CIFilter.circularScreen()
    #expect(filter.name == "CICircularScreen")
    #expect(CIFilter(name: "CICircularScreen") is any CIFilter & CICircularScreen)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func circularWrapHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICircularWrap = CIFilter.circularWrap()
    #expect(filter.name == "CICircularWrap")
    #expect(CIFilter(name: "CICircularWrap") is any CIFilter & CICircularWrap)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func code128BarcodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICode128BarcodeGenerator = CIFilter.code128BarcodeGenerator()
    #expect(filter.name == "CICode128BarcodeGenerator")
    #expect(CIFilter(name: "CICode128BarcodeGenerator") is any CIFilter & CICode128BarcodeGenerator)
    filter.message = filter.message as Data
    filter.quietSpace = filter.quietSpace as Float
    filter.barcodeHeight = filter.barcodeHeight as Float
  }

  @Test func colorAbsoluteDifferenceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorAbsoluteDifference = CIFilter.colorAbsoluteDifference()
    #expect(filter.name == "CIColorAbsoluteDifference")
    #expect(CIFilter(name: "CIColorAbsoluteDifference") is any CIFilter & CIColorAbsoluteDifference)
    filter.inputImage = filter.inputImage as CIImage?
    filter.inputImage2 = filter.inputImage2 as CIImage?
  }

  @Test func colorBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.colorBlendMode()
    #expect(filter.name == "CIColorBlendMode")
    #expect(CIFilter(name: "CIColorBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func colorBurnBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.colorBurnBlendMode()
    #expect(filter.name == "CIColorBurnBlendMode")
    #expect(CIFilter(name: "CIColorBurnBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func colorClampHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorClamp = CIFilter.colorClamp()
    #expect(filter.name == "CIColorClamp")
    #expect(CIFilter(name: "CIColorClamp") is any CIFilter & CIColorClamp)
    filter.inputImage = filter.inputImage as CIImage?
    filter.minComponents = filter.minComponents as CIVector
    filter.maxComponents = filter.maxComponents as CIVector
  }

  @Test func colorControlsHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorControls = CIFilter.colorControls()
    #expect(filter.name == "CIColorControls")
    #expect(CIFilter(name: "CIColorControls") is any CIFilter & CIColorControls)
    filter.inputImage = filter.inputImage as CIImage?
    filter.saturation = filter.saturation as Float
    filter.brightness = filter.brightness as Float
    filter.contrast = filter.contrast as Float
  }

  @Test func colorCrossPolynomialHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorCrossPolynomial = CIFilter.colorCrossPolynomial()
    #expect(filter.name == "CIColorCrossPolynomial")
    #expect(CIFilter(name: "CIColorCrossPolynomial") is any CIFilter & CIColorCrossPolynomial)
    filter.inputImage = filter.inputImage as CIImage?
    filter.redCoefficients = filter.redCoefficients as CIVector
    filter.greenCoefficients = filter.greenCoefficients as CIVector
    filter.blueCoefficients = filter.blueCoefficients as CIVector
  }

  @Test func colorCubeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorCube = CIFilter.colorCube()
    #expect(filter.name == "CIColorCube")
    #expect(CIFilter(name: "CIColorCube") is any CIFilter & CIColorCube)
    filter.inputImage = filter.inputImage as CIImage?
    filter.cubeDimension = filter.cubeDimension as Float
    filter.cubeData = filter.cubeData as Data
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func colorCubeWithColorSpaceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorCubeWithColorSpace = CIFilter.colorCubeWithColorSpace()
    #expect(filter.name == "CIColorCubeWithColorSpace")
    #expect(CIFilter(name: "CIColorCubeWithColorSpace") is any CIFilter & CIColorCubeWithColorSpace)
    filter.inputImage = filter.inputImage as CIImage?
    filter.cubeDimension = filter.cubeDimension as Float
    filter.cubeData = filter.cubeData as Data
    filter.extrapolate = filter.extrapolate as Bool
    filter.colorSpace = filter.colorSpace as CGColorSpace?
  }

  @Test func colorCubesMixedWithMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorCubesMixedWithMask = CIFilter.colorCubesMixedWithMask()
    #expect(filter.name == "CIColorCubesMixedWithMask")
    #expect(CIFilter(name: "CIColorCubesMixedWithMask") is any CIFilter & CIColorCubesMixedWithMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
    filter.cubeDimension = filter.cubeDimension as Float
    filter.cube0Data = filter.cube0Data as Data
    filter.cube1Data = filter.cube1Data as Data
    filter.colorSpace = filter.colorSpace as CGColorSpace?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func colorCurvesHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorCurves = CIFilter.colorCurves()
    #expect(filter.name == "CIColorCurves")
    #expect(CIFilter(name: "CIColorCurves") is any CIFilter & CIColorCurves)
    filter.inputImage = filter.inputImage as CIImage?
    filter.curvesData = filter.curvesData as Data
    filter.curvesDomain = filter.curvesDomain as CIVector
    filter.colorSpace = filter.colorSpace as CGColorSpace?
  }

  @Test func colorDodgeBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.colorDodgeBlendMode()
    #expect(filter.name == "CIColorDodgeBlendMode")
    #expect(CIFilter(name: "CIColorDodgeBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func colorInvertHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorInvert = CIFilter.colorInvert()
    #expect(filter.name == "CIColorInvert")
    #expect(CIFilter(name: "CIColorInvert") is any CIFilter & CIColorInvert)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func colorMapHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorMap = CIFilter.colorMap()
    #expect(filter.name == "CIColorMap")
    #expect(CIFilter(name: "CIColorMap") is any CIFilter & CIColorMap)
    filter.inputImage = filter.inputImage as CIImage?
    filter.gradientImage = filter.gradientImage as CIImage?
  }

  @Test func colorMatrixHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorMatrix = CIFilter.colorMatrix()
    #expect(filter.name == "CIColorMatrix")
    #expect(CIFilter(name: "CIColorMatrix") is any CIFilter & CIColorMatrix)
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
    #expect(CIFilter(name: "CIColorMonochrome") is any CIFilter & CIColorMonochrome)
    filter.inputImage = filter.inputImage as CIImage?
    filter.color = filter.color as CIColor
    filter.intensity = filter.intensity as Float
  }

  @Test func colorPolynomialHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorPolynomial = CIFilter.colorPolynomial()
    #expect(filter.name == "CIColorPolynomial")
    #expect(CIFilter(name: "CIColorPolynomial") is any CIFilter & CIColorPolynomial)
    filter.inputImage = filter.inputImage as CIImage?
    filter.redCoefficients = filter.redCoefficients as CIVector
    filter.greenCoefficients = filter.greenCoefficients as CIVector
    filter.blueCoefficients = filter.blueCoefficients as CIVector
    filter.alphaCoefficients = filter.alphaCoefficients as CIVector
  }

  @Test func colorPosterizeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorPosterize = CIFilter.colorPosterize()
    #expect(filter.name == "CIColorPosterize")
    #expect(CIFilter(name: "CIColorPosterize") is any CIFilter & CIColorPosterize)
    filter.inputImage = filter.inputImage as CIImage?
    filter.levels = filter.levels as Float
  }

  @Test func colorThresholdHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorThreshold = CIFilter.colorThreshold()
    #expect(filter.name == "CIColorThreshold")
    #expect(CIFilter(name: "CIColorThreshold") is any CIFilter & CIColorThreshold)
    filter.inputImage = filter.inputImage as CIImage?
    filter.threshold = filter.threshold as Float
  }

  @Test func colorThresholdOtsuHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColorThresholdOtsu = CIFilter.colorThresholdOtsu()
    #expect(filter.name == "CIColorThresholdOtsu")
    #expect(CIFilter(name: "CIColorThresholdOtsu") is any CIFilter & CIColorThresholdOtsu)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func columnAverageHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIColumnAverage = CIFilter.columnAverage()
    #expect(filter.name == "CIColumnAverage")
    #expect(CIFilter(name: "CIColumnAverage") is any CIFilter & CIColumnAverage)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func comicEffectHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIComicEffect = CIFilter.comicEffect()
    #expect(filter.name == "CIComicEffect")
    #expect(CIFilter(name: "CIComicEffect") is any CIFilter & CIComicEffect)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func convertLabToRGBHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvertLab = CIFilter.convertLabToRGB()
    #expect(filter.name == "CIConvertLabToRGB")
    #expect(CIFilter(name: "CIConvertLabToRGB") is any CIFilter & CIConvertLab)
    filter.inputImage = filter.inputImage as CIImage?
    filter.normalize = filter.normalize as Bool
  }

  @Test func convertRGBtoLabHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvertLab = CIFilter.convertRGBtoLab()
    #expect(filter.name == "CIConvertRGBtoLab")
    #expect(CIFilter(name: "CIConvertRGBtoLab") is any CIFilter & CIConvertLab)
    filter.inputImage = filter.inputImage as CIImage?
    filter.normalize = filter.normalize as Bool
  }

  @Test func convolution3X3HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolution3X3()
    #expect(filter.name == "CIConvolution3X3")
    #expect(CIFilter(name: "CIConvolution3X3") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolution5X5HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolution5X5()
    #expect(filter.name == "CIConvolution5X5")
    #expect(CIFilter(name: "CIConvolution5X5") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolution7X7HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolution7X7()
    #expect(filter.name == "CIConvolution7X7")
    #expect(CIFilter(name: "CIConvolution7X7") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolution9HorizontalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolution9Horizontal()
    #expect(filter.name == "CIConvolution9Horizontal")
    #expect(CIFilter(name: "CIConvolution9Horizontal") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolution9VerticalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolution9Vertical()
    #expect(filter.name == "CIConvolution9Vertical")
    #expect(CIFilter(name: "CIConvolution9Vertical") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolutionRGB3X3HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolutionRGB3X3()
    #expect(filter.name == "CIConvolutionRGB3X3")
    #expect(CIFilter(name: "CIConvolutionRGB3X3") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolutionRGB5X5HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolutionRGB5X5()
    #expect(filter.name == "CIConvolutionRGB5X5")
    #expect(CIFilter(name: "CIConvolutionRGB5X5") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolutionRGB7X7HasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolutionRGB7X7()
    #expect(filter.name == "CIConvolutionRGB7X7")
    #expect(CIFilter(name: "CIConvolutionRGB7X7") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolutionRGB9HorizontalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolutionRGB9Horizontal()
    #expect(filter.name == "CIConvolutionRGB9Horizontal")
    #expect(CIFilter(name: "CIConvolutionRGB9Horizontal") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func convolutionRGB9VerticalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIConvolution = CIFilter.convolutionRGB9Vertical()
    #expect(filter.name == "CIConvolutionRGB9Vertical")
    #expect(CIFilter(name: "CIConvolutionRGB9Vertical") is any CIFilter & CIConvolution)
    filter.inputImage = filter.inputImage as CIImage?
    filter.weights = filter.weights as CIVector
    filter.bias = filter.bias as Float
  }

  @Test func copyMachineTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICopyMachineTransition = CIFilter.copyMachineTransition()
    #expect(filter.name == "CICopyMachineTransition")
    #expect(CIFilter(name: "CICopyMachineTransition") is any CIFilter & CICopyMachineTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.color = filter.color as CIColor
    filter.time = filter.time as Float
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.opacity = filter.opacity as Float
  }

  @Test func crystallizeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICrystallize = CIFilter.crystallize()
    #expect(filter.name == "CICrystallize")
    #expect(CIFilter(name: "CICrystallize") is any CIFilter & CICrystallize)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.center = filter.center as CGPoint
  }

  @Test func darkenBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.darkenBlendMode()
    #expect(filter.name == "CIDarkenBlendMode")
    #expect(CIFilter(name: "CIDarkenBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func depthOfFieldHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDepthOfField = CIFilter.depthOfField()
    #expect(filter.name == "CIDepthOfField")
    #expect(CIFilter(name: "CIDepthOfField") is any CIFilter & CIDepthOfField)
    filter.inputImage = filter.inputImage as CIImage?
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.saturation = filter.saturation as Float
    filter.unsharpMaskRadius = filter.unsharpMaskRadius as Float
    filter.unsharpMaskIntensity = filter.unsharpMaskIntensity as Float
    filter.radius = filter.radius as Float
  }

  @Test func depthToDisparityHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDepthToDisparity = CIFilter.depthToDisparity()
    #expect(filter.name == "CIDepthToDisparity")
    #expect(CIFilter(name: "CIDepthToDisparity") is any CIFilter & CIDepthToDisparity)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func differenceBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.differenceBlendMode()
    #expect(filter.name == "CIDifferenceBlendMode")
    #expect(CIFilter(name: "CIDifferenceBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func discBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDiscBlur = CIFilter.discBlur()
    #expect(filter.name == "CIDiscBlur")
    #expect(CIFilter(name: "CIDiscBlur") is any CIFilter & CIDiscBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func disintegrateWithMaskTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDisintegrateWithMaskTransition = CIFilter.disintegrateWithMaskTransition()
    #expect(filter.name == "CIDisintegrateWithMaskTransition")
    #expect(CIFilter(name: "CIDisintegrateWithMaskTransition") is any CIFilter & CIDisintegrateWithMaskTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.maskImage = filter.maskImage as CIImage?
    filter.time = filter.time as Float
    filter.shadowRadius = filter.shadowRadius as Float
    filter.shadowDensity = filter.shadowDensity as Float
    filter.shadowOffset = filter.shadowOffset as CGPoint
  }

  @Test func disparityToDepthHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDisparityToDepth = CIFilter.disparityToDepth()
    #expect(filter.name == "CIDisparityToDepth")
    #expect(CIFilter(name: "CIDisparityToDepth") is any CIFilter & CIDisparityToDepth)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func displacementDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDisplacementDistortion = CIFilter.displacementDistortion()
    #expect(filter.name == "CIDisplacementDistortion")
    #expect(CIFilter(name: "CIDisplacementDistortion") is any CIFilter & CIDisplacementDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.displacementImage = filter.displacementImage as CIImage?
    filter.scale = filter.scale as Float
  }

  @Test func dissolveTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDissolveTransition = CIFilter.dissolveTransition()
    #expect(filter.name == "CIDissolveTransition")
    #expect(CIFilter(name: "CIDissolveTransition") is any CIFilter & CIDissolveTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.time = filter.time as Float
  }

  @Test func distanceGradientFromRedMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDistanceGradientFromRedMask = CIFilter.distanceGradientFromRedMask()
    #expect(filter.name == "CIDistanceGradientFromRedMask")
    #expect(CIFilter(name: "CIDistanceGradientFromRedMask") is any CIFilter & CIDistanceGradientFromRedMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.maximumDistance = filter.maximumDistance as Float
  }

  @Test func ditherHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDither = CIFilter.dither()
    #expect(filter.name == "CIDither")
    #expect(CIFilter(name: "CIDither") is any CIFilter & CIDither)
    filter.inputImage = filter.inputImage as CIImage?
    filter.intensity = filter.intensity as Float
  }

  @Test func divideBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.divideBlendMode()
    #expect(filter.name == "CIDivideBlendMode")
    #expect(CIFilter(name: "CIDivideBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func documentEnhancerHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDocumentEnhancer = CIFilter.documentEnhancer()
    #expect(filter.name == "CIDocumentEnhancer")
    #expect(CIFilter(name: "CIDocumentEnhancer") is any CIFilter & CIDocumentEnhancer)
    filter.inputImage = filter.inputImage as CIImage?
    filter.amount = filter.amount as Float
  }

  @Test func dotScreenHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDotScreen = CIFilter.dotScreen()
    #expect(filter.name == "CIDotScreen")
    #expect(CIFilter(name: "CIDotScreen") is any CIFilter & CIDotScreen)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func drosteHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIDroste = CIFilter.droste()
    #expect(filter.name == "CIDroste")
    #expect(CIFilter(name: "CIDroste") is any CIFilter & CIDroste)
    filter.inputImage = filter.inputImage as CIImage?
    filter.insetPoint0 = filter.insetPoint0 as CGPoint
    filter.insetPoint1 = filter.insetPoint1 as CGPoint
    filter.strands = filter.strands as Float
    filter.periodicity = filter.periodicity as Float
    filter.rotation = filter.rotation as Float
    filter.zoom = filter.zoom as Float
  }

  @Test func edgePreserveUpsampleHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIEdgePreserveUpsample = CIFilter.edgePreserveUpsample()
    #expect(filter.name == "CIEdgePreserveUpsampleFilter")
    #expect(CIFilter(name: "CIEdgePreserveUpsampleFilter") is any CIFilter & CIEdgePreserveUpsample)
    filter.inputImage = filter.inputImage as CIImage?
    filter.smallImage = filter.smallImage as CIImage?
    filter.spatialSigma = filter.spatialSigma as Float
    filter.lumaSigma = filter.lumaSigma as Float
  }

  @Test func edgeWorkHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIEdgeWork = CIFilter.edgeWork()
    #expect(filter.name == "CIEdgeWork")
    #expect(CIFilter(name: "CIEdgeWork") is any CIFilter & CIEdgeWork)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func edgesHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIEdges = CIFilter.edges()
    #expect(filter.name == "CIEdges")
    #expect(CIFilter(name: "CIEdges") is any CIFilter & CIEdges)
    filter.inputImage = filter.inputImage as CIImage?
    filter.intensity = filter.intensity as Float
  }

  @Test func eightfoldReflectedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIEightfoldReflectedTile = CIFilter.eightfoldReflectedTile()
    #expect(filter.name == "CIEightfoldReflectedTile")
    #expect(CIFilter(name: "CIEightfoldReflectedTile") is any CIFilter & CIEightfoldReflectedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func exclusionBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.exclusionBlendMode()
    #expect(filter.name == "CIExclusionBlendMode")
    #expect(CIFilter(name: "CIExclusionBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func exposureAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIExposureAdjust = CIFilter.exposureAdjust()
    #expect(filter.name == "CIExposureAdjust")
    #expect(CIFilter(name: "CIExposureAdjust") is any CIFilter & CIExposureAdjust)
    filter.inputImage = filter.inputImage as CIImage?
    filter.ev = filter.ev as Float
  }

  @Test func falseColorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIFalseColor = CIFilter.falseColor()
    #expect(filter.name == "CIFalseColor")
    #expect(CIFilter(name: "CIFalseColor") is any CIFilter & CIFalseColor)
    filter.inputImage = filter.inputImage as CIImage?
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func flashTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIFlashTransition = CIFilter.flashTransition()
    #expect(filter.name == "CIFlashTransition")
    #expect(CIFilter(name: "CIFlashTransition") is any CIFilter & CIFlashTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.extent = filter.extent as CGRect
    filter.color = filter.color as CIColor
    filter.time = filter.time as Float
    filter.maxStriationRadius = filter.maxStriationRadius as Float
    filter.striationStrength = filter.striationStrength as Float
    filter.striationContrast = filter.striationContrast as Float
    filter.fadeThreshold = filter.fadeThreshold as Float
  }

  @Test func fourfoldReflectedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIFourfoldReflectedTile = CIFilter.fourfoldReflectedTile()
    #expect(filter.name == "CIFourfoldReflectedTile")
    #expect(CIFilter(name: "CIFourfoldReflectedTile") is any CIFilter & CIFourfoldReflectedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.acuteAngle = filter.acuteAngle as Float
  }

  @Test func fourfoldRotatedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIFourfoldRotatedTile = CIFilter.fourfoldRotatedTile()
    #expect(filter.name == "CIFourfoldRotatedTile")
    #expect(CIFilter(name: "CIFourfoldRotatedTile") is any CIFilter & CIFourfoldRotatedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func fourfoldTranslatedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIFourfoldTranslatedTile = CIFilter.fourfoldTranslatedTile()
    #expect(filter.name == "CIFourfoldTranslatedTile")
    #expect(CIFilter(name: "CIFourfoldTranslatedTile") is any CIFilter & CIFourfoldTranslatedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.acuteAngle = filter.acuteAngle as Float
  }

  @Test func gaborGradientsHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGaborGradients = CIFilter.gaborGradients()
    #expect(filter.name == "CIGaborGradients")
    #expect(CIFilter(name: "CIGaborGradients") is any CIFilter & CIGaborGradients)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func gammaAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGammaAdjust = CIFilter.gammaAdjust()
    #expect(filter.name == "CIGammaAdjust")
    #expect(CIFilter(name: "CIGammaAdjust") is any CIFilter & CIGammaAdjust)
    filter.inputImage = filter.inputImage as CIImage?
    filter.power = filter.power as Float
  }

  @Test func gaussianBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGaussianBlur = CIFilter.gaussianBlur()
    #expect(filter.name == "CIGaussianBlur")
    #expect(CIFilter(name: "CIGaussianBlur") is any CIFilter & CIGaussianBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func gaussianGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGaussianGradient = CIFilter.gaussianGradient()
    #expect(filter.name == "CIGaussianGradient")
    #expect(CIFilter(name: "CIGaussianGradient") is any CIFilter & CIGaussianGradient)
    filter.center = filter.center as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
    filter.radius = filter.radius as Float
  }

  @Test func glassDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGlassDistortion = CIFilter.glassDistortion()
    #expect(filter.name == "CIGlassDistortion")
    #expect(CIFilter(name: "CIGlassDistortion") is any CIFilter & CIGlassDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.textureImage = filter.textureImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.scale = filter.scale as Float
  }

  @Test func glassLozengeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGlassLozenge = CIFilter.glassLozenge()
    #expect(filter.name == "CIGlassLozenge")
    #expect(CIFilter(name: "CIGlassLozenge") is any CIFilter & CIGlassLozenge)
    filter.inputImage = filter.inputImage as CIImage?
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.radius = filter.radius as Float
    filter.refraction = filter.refraction as Float
  }

  @Test func glideReflectedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGlideReflectedTile = CIFilter.glideReflectedTile()
    #expect(filter.name == "CIGlideReflectedTile")
    #expect(CIFilter(name: "CIGlideReflectedTile") is any CIFilter & CIGlideReflectedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func gloomHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIGloom = CIFilter.gloom()
    #expect(filter.name == "CIGloom")
    #expect(CIFilter(name: "CIGloom") is any CIFilter & CIGloom)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
  }

  @Test func hardLightBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.hardLightBlendMode()
    #expect(filter.name == "CIHardLightBlendMode")
    #expect(CIFilter(name: "CIHardLightBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func hatchedScreenHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHatchedScreen = CIFilter.hatchedScreen()
    #expect(filter.name == "CIHatchedScreen")
    #expect(CIFilter(name: "CIHatchedScreen") is any CIFilter & CIHatchedScreen)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func heightFieldFromMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHeightFieldFromMask = CIFilter.heightFieldFromMask()
    #expect(filter.name == "CIHeightFieldFromMask")
    #expect(CIFilter(name: "CIHeightFieldFromMask") is any CIFilter & CIHeightFieldFromMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func hexagonalPixellateHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHexagonalPixellate = CIFilter.hexagonalPixellate()
    #expect(filter.name == "CIHexagonalPixellate")
    #expect(CIFilter(name: "CIHexagonalPixellate") is any CIFilter & CIHexagonalPixellate)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.scale = filter.scale as Float
  }

  @Test func highlightShadowAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHighlightShadowAdjust = CIFilter.highlightShadowAdjust()
    #expect(filter.name == "CIHighlightShadowAdjust")
    #expect(CIFilter(name: "CIHighlightShadowAdjust") is any CIFilter & CIHighlightShadowAdjust)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.shadowAmount = filter.shadowAmount as Float
    filter.highlightAmount = filter.highlightAmount as Float
  }

  @Test func histogramDisplayHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHistogramDisplay = CIFilter.histogramDisplay()
    #expect(filter.name == "CIHistogramDisplayFilter")
    #expect(CIFilter(name: "CIHistogramDisplayFilter") is any CIFilter & CIHistogramDisplay)
    filter.inputImage = filter.inputImage as CIImage?
    filter.height = filter.height as Float
    filter.highLimit = filter.highLimit as Float
    filter.lowLimit = filter.lowLimit as Float
  }

  @Test func holeDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHoleDistortion = CIFilter.holeDistortion()
    #expect(filter.name == "CIHoleDistortion")
    #expect(CIFilter(name: "CIHoleDistortion") is any CIFilter & CIHoleDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
  }

  @Test func hueAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHueAdjust = CIFilter.hueAdjust()
    #expect(filter.name == "CIHueAdjust")
    #expect(CIFilter(name: "CIHueAdjust") is any CIFilter & CIHueAdjust)
    filter.inputImage = filter.inputImage as CIImage?
    filter.angle = filter.angle as Float
  }

  @Test func hueBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.hueBlendMode()
    #expect(filter.name == "CIHueBlendMode")
    #expect(CIFilter(name: "CIHueBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func hueSaturationValueGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIHueSaturationValueGradient = CIFilter.hueSaturationValueGradient()
    #expect(filter.name == "CIHueSaturationValueGradient")
    #expect(CIFilter(name: "CIHueSaturationValueGradient") is any CIFilter & CIHueSaturationValueGradient)
    filter.value = filter.value as Float
    filter.radius = filter.radius as Float
    filter.softness = filter.softness as Float
    filter.dither = filter.dither as Float
    filter.colorSpace = filter.colorSpace as CGColorSpace?
  }

  @Test func kMeansHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIKMeans = CIFilter.kMeans()
    #expect(filter.name == "CIKMeans")
    #expect(CIFilter(name: "CIKMeans") is any CIFilter & CIKMeans)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.inputMeans = filter.inputMeans as CIImage?
    filter.count = filter.count as Int
    filter.passes = filter.passes as Float
    filter.perceptual = filter.perceptual as Bool
  }

  @Test func kaleidoscopeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIKaleidoscope = CIFilter.kaleidoscope()
    #expect(filter.name == "CIKaleidoscope")
    #expect(CIFilter(name: "CIKaleidoscope") is any CIFilter & CIKaleidoscope)
    filter.inputImage = filter.inputImage as CIImage?
    filter.count = filter.count as Int
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
  }

  @Test func keystoneCorrectionCombinedHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIKeystoneCorrectionCombined = CIFilter.keystoneCorrectionCombined()
    #expect(filter.name == "CIKeystoneCorrectionCombined")
    #expect(CIFilter(name: "CIKeystoneCorrectionCombined") is any CIFilter & CIKeystoneCorrectionCombined)
    filter.inputImage = filter.inputImage as CIImage?
    filter.focalLength = filter.focalLength as Float
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func keystoneCorrectionHorizontalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIKeystoneCorrectionHorizontal = CIFilter.keystoneCorrectionHorizontal()
    #expect(filter.name == "CIKeystoneCorrectionHorizontal")
    #expect(CIFilter(name: "CIKeystoneCorrectionHorizontal") is any CIFilter & CIKeystoneCorrectionHorizontal)
    filter.inputImage = filter.inputImage as CIImage?
    filter.focalLength = filter.focalLength as Float
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func keystoneCorrectionVerticalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIKeystoneCorrectionVertical = CIFilter.keystoneCorrectionVertical()
    #expect(filter.name == "CIKeystoneCorrectionVertical")
    #expect(CIFilter(name: "CIKeystoneCorrectionVertical") is any CIFilter & CIKeystoneCorrectionVertical)
    filter.inputImage = filter.inputImage as CIImage?
    filter.focalLength = filter.focalLength as Float
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func labDeltaEHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILabDeltaE = CIFilter.labDeltaE()
    #expect(filter.name == "CILabDeltaE")
    #expect(CIFilter(name: "CILabDeltaE") is any CIFilter & CILabDeltaE)
    filter.inputImage = filter.inputImage as CIImage?
    filter.image2 = filter.image2 as CIImage?
  }

  @Test func lanczosScaleTransformHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILanczosScaleTransform = CIFilter.lanczosScaleTransform()
    #expect(filter.name == "CILanczosScaleTransform")
    #expect(CIFilter(name: "CILanczosScaleTransform") is any CIFilter & CILanczosScaleTransform)
    filter.inputImage = filter.inputImage as CIImage?
    filter.scale = filter.scale as Float
    filter.aspectRatio = filter.aspectRatio as Float
  }

  @Test func lenticularHaloGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILenticularHaloGenerator = CIFilter.lenticularHaloGenerator()
    #expect(filter.name == "CILenticularHaloGenerator")
    #expect(CIFilter(name: "CILenticularHaloGenerator") is any CIFilter & CILenticularHaloGenerator)
    filter.center = filter.center as CGPoint
    filter.color = filter.color as CIColor
    filter.haloRadius = filter.haloRadius as Float
    filter.haloWidth = filter.haloWidth as Float
    filter.haloOverlap = filter.haloOverlap as Float
    filter.striationStrength = filter.striationStrength as Float
    filter.striationContrast = filter.striationContrast as Float
    filter.time = filter.time as Float
  }

  @Test func lightTunnelHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILightTunnel = CIFilter.lightTunnel()
    #expect(filter.name == "CILightTunnel")
    #expect(CIFilter(name: "CILightTunnel") is any CIFilter & CILightTunnel)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.rotation = filter.rotation as Float
    filter.radius = filter.radius as Float
  }

  @Test func lightenBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.lightenBlendMode()
    #expect(filter.name == "CILightenBlendMode")
    #expect(CIFilter(name: "CILightenBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func lineOverlayHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILineOverlay = CIFilter.lineOverlay()
    #expect(filter.name == "CILineOverlay")
    #expect(CIFilter(name: "CILineOverlay") is any CIFilter & CILineOverlay)
    filter.inputImage = filter.inputImage as CIImage?
    filter.nrNoiseLevel = filter.nrNoiseLevel as Float
    filter.nrSharpness = filter.nrSharpness as Float
    filter.edgeIntensity = filter.edgeIntensity as Float
    filter.threshold = filter.threshold as Float
    filter.contrast = filter.contrast as Float
  }

  @Test func lineScreenHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILineScreen = CIFilter.lineScreen()
    #expect(filter.name == "CILineScreen")
    #expect(CIFilter(name: "CILineScreen") is any CIFilter & CILineScreen)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func linearBurnBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.linearBurnBlendMode()
    #expect(filter.name == "CILinearBurnBlendMode")
    #expect(CIFilter(name: "CILinearBurnBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func linearDodgeBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.linearDodgeBlendMode()
    #expect(filter.name == "CILinearDodgeBlendMode")
    #expect(CIFilter(name: "CILinearDodgeBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func linearGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILinearGradient = CIFilter.linearGradient()
    #expect(filter.name == "CILinearGradient")
    #expect(CIFilter(name: "CILinearGradient") is any CIFilter & CILinearGradient)
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func linearLightBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.linearLightBlendMode()
    #expect(filter.name == "CILinearLightBlendMode")
    #expect(CIFilter(name: "CILinearLightBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func linearToSRGBToneCurveHasItsProtocolAndProperties() {
    let filter: any CIFilter & CILinearToSRGBToneCurve = CIFilter.linearToSRGBToneCurve()
    #expect(filter.name == "CILinearToSRGBToneCurve")
    #expect(CIFilter(name: "CILinearToSRGBToneCurve") is any CIFilter & CILinearToSRGBToneCurve)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func luminosityBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.luminosityBlendMode()
    #expect(filter.name == "CILuminosityBlendMode")
    #expect(CIFilter(name: "CILuminosityBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func maskToAlphaHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMaskToAlpha = CIFilter.maskToAlpha()
    #expect(filter.name == "CIMaskToAlpha")
    #expect(CIFilter(name: "CIMaskToAlpha") is any CIFilter & CIMaskToAlpha)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func maskedVariableBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMaskedVariableBlur = CIFilter.maskedVariableBlur()
    #expect(filter.name == "CIMaskedVariableBlur")
    #expect(CIFilter(name: "CIMaskedVariableBlur") is any CIFilter & CIMaskedVariableBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.mask = filter.mask as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func maximumComponentHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMaximumComponent = CIFilter.maximumComponent()
    #expect(filter.name == "CIMaximumComponent")
    #expect(CIFilter(name: "CIMaximumComponent") is any CIFilter & CIMaximumComponent)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func maximumCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.maximumCompositing()
    #expect(filter.name == "CIMaximumCompositing")
    #expect(CIFilter(name: "CIMaximumCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func maximumScaleTransformHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMaximumScaleTransform = CIFilter.maximumScaleTransform()
    #expect(filter.name == "CIMaximumScaleTransform")
    #expect(CIFilter(name: "CIMaximumScaleTransform") is any CIFilter & CIMaximumScaleTransform)
    filter.inputImage = filter.inputImage as CIImage?
    filter.scale = filter.scale as Float
    filter.aspectRatio = filter.aspectRatio as Float
  }

  @Test func medianHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMedian = CIFilter.median()
    #expect(filter.name == "CIMedianFilter")
    #expect(CIFilter(name: "CIMedianFilter") is any CIFilter & CIMedian)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func meshGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMeshGenerator = CIFilter.meshGenerator()
    #expect(filter.name == "CIMeshGenerator")
    #expect(CIFilter(name: "CIMeshGenerator") is any CIFilter & CIMeshGenerator)
    filter.width = filter.width as Float
    filter.color = filter.color as CIColor
    filter.mesh = filter.mesh as [Any]
  }

  @Test func minimumComponentHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMinimumComponent = CIFilter.minimumComponent()
    #expect(filter.name == "CIMinimumComponent")
    #expect(CIFilter(name: "CIMinimumComponent") is any CIFilter & CIMinimumComponent)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func minimumCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.minimumCompositing()
    #expect(filter.name == "CIMinimumCompositing")
    #expect(CIFilter(name: "CIMinimumCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func mixHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMix = CIFilter.mix()
    #expect(filter.name == "CIMix")
    #expect(CIFilter(name: "CIMix") is any CIFilter & CIMix)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
    filter.amount = filter.amount as Float
  }

  @Test func modTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIModTransition = CIFilter.modTransition()
    #expect(filter.name == "CIModTransition")
    #expect(CIFilter(name: "CIModTransition") is any CIFilter & CIModTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.time = filter.time as Float
    filter.angle = filter.angle as Float
    filter.radius = filter.radius as Float
    filter.compression = filter.compression as Float
  }

  @Test func morphologyGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMorphologyGradient = CIFilter.morphologyGradient()
    #expect(filter.name == "CIMorphologyGradient")
    #expect(CIFilter(name: "CIMorphologyGradient") is any CIFilter & CIMorphologyGradient)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func morphologyMaximumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMorphologyMaximum = CIFilter.morphologyMaximum()
    #expect(filter.name == "CIMorphologyMaximum")
    #expect(CIFilter(name: "CIMorphologyMaximum") is any CIFilter & CIMorphologyMaximum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func morphologyMinimumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMorphologyMinimum = CIFilter.morphologyMinimum()
    #expect(filter.name == "CIMorphologyMinimum")
    #expect(CIFilter(name: "CIMorphologyMinimum") is any CIFilter & CIMorphologyMinimum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
  }

  @Test func morphologyRectangleMaximumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMorphologyRectangleMaximum = CIFilter.morphologyRectangleMaximum()
    #expect(filter.name == "CIMorphologyRectangleMaximum")
    #expect(CIFilter(name: "CIMorphologyRectangleMaximum") is any CIFilter & CIMorphologyRectangleMaximum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.width = filter.width as Float
    filter.height = filter.height as Float
  }

  @Test func morphologyRectangleMinimumHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMorphologyRectangleMinimum = CIFilter.morphologyRectangleMinimum()
    #expect(filter.name == "CIMorphologyRectangleMinimum")
    #expect(CIFilter(name: "CIMorphologyRectangleMinimum") is any CIFilter & CIMorphologyRectangleMinimum)
    filter.inputImage = filter.inputImage as CIImage?
    filter.width = filter.width as Float
    filter.height = filter.height as Float
  }

  @Test func motionBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIMotionBlur = CIFilter.motionBlur()
    #expect(filter.name == "CIMotionBlur")
    #expect(CIFilter(name: "CIMotionBlur") is any CIFilter & CIMotionBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func multiplyBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.multiplyBlendMode()
    #expect(filter.name == "CIMultiplyBlendMode")
    #expect(CIFilter(name: "CIMultiplyBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func multiplyCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.multiplyCompositing()
    #expect(filter.name == "CIMultiplyCompositing")
    #expect(CIFilter(name: "CIMultiplyCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func ninePartStretchedHasItsProtocolAndProperties() {
    let filter: any CIFilter & CINinePartStretched = CIFilter.ninePartStretched()
    #expect(filter.name == "CINinePartStretched")
    #expect(CIFilter(name: "CINinePartStretched") is any CIFilter & CINinePartStretched)
    filter.inputImage = filter.inputImage as CIImage?
    filter.breakpoint0 = filter.breakpoint0 as CGPoint
    filter.breakpoint1 = filter.breakpoint1 as CGPoint
    filter.growAmount = filter.growAmount as CGPoint
  }

  @Test func ninePartTiledHasItsProtocolAndProperties() {
    let filter: any CIFilter & CINinePartTiled = CIFilter.ninePartTiled()
    #expect(filter.name == "CINinePartTiled")
    #expect(CIFilter(name: "CINinePartTiled") is any CIFilter & CINinePartTiled)
    filter.inputImage = filter.inputImage as CIImage?
    filter.breakpoint0 = filter.breakpoint0 as CGPoint
    filter.breakpoint1 = filter.breakpoint1 as CGPoint
    filter.growAmount = filter.growAmount as CGPoint
    filter.flipYTiles = filter.flipYTiles as Bool
  }

  @Test func noiseReductionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CINoiseReduction = CIFilter.noiseReduction()
    #expect(filter.name == "CINoiseReduction")
    #expect(CIFilter(name: "CINoiseReduction") is any CIFilter & CINoiseReduction)
    filter.inputImage = filter.inputImage as CIImage?
    filter.noiseLevel = filter.noiseLevel as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func opTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIOpTile = CIFilter.opTile()
    #expect(filter.name == "CIOpTile")
    #expect(CIFilter(name: "CIOpTile") is any CIFilter & CIOpTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.scale = filter.scale as Float
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func overlayBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.overlayBlendMode()
    #expect(filter.name == "CIOverlayBlendMode")
    #expect(CIFilter(name: "CIOverlayBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func pdf417BarcodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPDF417BarcodeGenerator = CIFilter.pdf417BarcodeGenerator()
    #expect(filter.name == "CIPDF417BarcodeGenerator")
    #expect(CIFilter(name: "CIPDF417BarcodeGenerator") is any CIFilter & CIPDF417BarcodeGenerator)
    filter.message = filter.message as Data
    filter.minWidth = filter.minWidth as Float
    filter.maxWidth = filter.maxWidth as Float
    filter.minHeight = filter.minHeight as Float
    filter.maxHeight = filter.maxHeight as Float
    filter.dataColumns = filter.dataColumns as Float
    filter.rows = filter.rows as Float
    filter.preferredAspectRatio = filter.preferredAspectRatio as Float
    filter.compactionMode = filter.compactionMode as Float
    filter.compactStyle = filter.compactStyle as Float
    filter.correctionLevel = filter.correctionLevel as Float
    filter.alwaysSpecifyCompaction = filter.alwaysSpecifyCompaction as Float
  }

  @Test func pageCurlTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPageCurlTransition = CIFilter.pageCurlTransition()
    #expect(filter.name == "CIPageCurlTransition")
    #expect(CIFilter(name: "CIPageCurlTransition") is any CIFilter & CIPageCurlTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.backsideImage = filter.backsideImage as CIImage?
    filter.shadingImage = filter.shadingImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.time = filter.time as Float
    filter.angle = filter.angle as Float
    filter.radius = filter.radius as Float
  }

  @Test func pageCurlWithShadowTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPageCurlWithShadowTransition = CIFilter.pageCurlWithShadowTransition()
    #expect(filter.name == "CIPageCurlWithShadowTransition")
    #expect(CIFilter(name: "CIPageCurlWithShadowTransition") is any CIFilter & CIPageCurlWithShadowTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.backsideImage = filter.backsideImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.time = filter.time as Float
    filter.angle = filter.angle as Float
    filter.radius = filter.radius as Float
    filter.shadowSize = filter.shadowSize as Float
    filter.shadowAmount = filter.shadowAmount as Float
    filter.shadowExtent = filter.shadowExtent as CGRect
  }

  @Test func paletteCentroidHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPaletteCentroid = CIFilter.paletteCentroid()
    #expect(filter.name == "CIPaletteCentroid")
    #expect(CIFilter(name: "CIPaletteCentroid") is any CIFilter & CIPaletteCentroid)
    filter.inputImage = filter.inputImage as CIImage?
    filter.paletteImage = filter.paletteImage as CIImage?
    filter.perceptual = filter.perceptual as Bool
  }

  @Test func palettizeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPalettize = CIFilter.palettize()
    #expect(filter.name == "CIPalettize")
    #expect(CIFilter(name: "CIPalettize") is any CIFilter & CIPalettize)
    filter.inputImage = filter.inputImage as CIImage?
    filter.paletteImage = filter.paletteImage as CIImage?
    filter.perceptual = filter.perceptual as Bool
  }

  @Test func parallelogramTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIParallelogramTile = CIFilter.parallelogramTile()
    #expect(filter.name == "CIParallelogramTile")
    #expect(CIFilter(name: "CIParallelogramTile") is any CIFilter & CIParallelogramTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.acuteAngle = filter.acuteAngle as Float
    filter.width = filter.width as Float
  }

  @Test func perspectiveCorrectionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPerspectiveCorrection = CIFilter.perspectiveCorrection()
    #expect(filter.name == "CIPerspectiveCorrection")
    #expect(CIFilter(name: "CIPerspectiveCorrection") is any CIFilter & CIPerspectiveCorrection)
    filter.inputImage = filter.inputImage as CIImage?
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
    filter.crop = filter.crop as Bool
  }

  @Test func perspectiveRotateHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPerspectiveRotate = CIFilter.perspectiveRotate()
    #expect(filter.name == "CIPerspectiveRotate")
    #expect(CIFilter(name: "CIPerspectiveRotate") is any CIFilter & CIPerspectiveRotate)
    filter.inputImage = filter.inputImage as CIImage?
    filter.focalLength = filter.focalLength as Float
    filter.pitch = filter.pitch as Float
    filter.yaw = filter.yaw as Float
    filter.roll = filter.roll as Float
  }

  @Test func perspectiveTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPerspectiveTile = CIFilter.perspectiveTile()
    #expect(filter.name == "CIPerspectiveTile")
    #expect(CIFilter(name: "CIPerspectiveTile") is any CIFilter & CIPerspectiveTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func perspectiveTransformHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPerspectiveTransform = CIFilter.perspectiveTransform()
    #expect(filter.name == "CIPerspectiveTransform")
    #expect(CIFilter(name: "CIPerspectiveTransform") is any CIFilter & CIPerspectiveTransform)
    filter.inputImage = filter.inputImage as CIImage?
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func perspectiveTransformWithExtentHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPerspectiveTransformWithExtent = CIFilter.perspectiveTransformWithExtent()
    #expect(filter.name == "CIPerspectiveTransformWithExtent")
    #expect(CIFilter(name: "CIPerspectiveTransformWithExtent") is any CIFilter & CIPerspectiveTransformWithExtent)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.topLeft = filter.topLeft as CGPoint
    filter.topRight = filter.topRight as CGPoint
    filter.bottomRight = filter.bottomRight as CGPoint
    filter.bottomLeft = filter.bottomLeft as CGPoint
  }

  @Test func photoEffectChromeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectChrome()
    #expect(filter.name == "CIPhotoEffectChrome")
    #expect(CIFilter(name: "CIPhotoEffectChrome") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectFadeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectFade()
    #expect(filter.name == "CIPhotoEffectFade")
    #expect(CIFilter(name: "CIPhotoEffectFade") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectInstantHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectInstant()
    #expect(filter.name == "CIPhotoEffectInstant")
    #expect(CIFilter(name: "CIPhotoEffectInstant") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectMonoHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectMono()
    #expect(filter.name == "CIPhotoEffectMono")
    #expect(CIFilter(name: "CIPhotoEffectMono") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectNoirHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectNoir()
    #expect(filter.name == "CIPhotoEffectNoir")
    #expect(CIFilter(name: "CIPhotoEffectNoir") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectProcessHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectProcess()
    #expect(filter.name == "CIPhotoEffectProcess")
    #expect(CIFilter(name: "CIPhotoEffectProcess") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectTonalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectTonal()
    #expect(filter.name == "CIPhotoEffectTonal")
    #expect(CIFilter(name: "CIPhotoEffectTonal") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func photoEffectTransferHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPhotoEffect = CIFilter.photoEffectTransfer()
    #expect(filter.name == "CIPhotoEffectTransfer")
    #expect(CIFilter(name: "CIPhotoEffectTransfer") is any CIFilter & CIPhotoEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func pinLightBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.pinLightBlendMode()
    #expect(filter.name == "CIPinLightBlendMode")
    #expect(CIFilter(name: "CIPinLightBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func pinchDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPinchDistortion = CIFilter.pinchDistortion()
    #expect(filter.name == "CIPinchDistortion")
    #expect(CIFilter(name: "CIPinchDistortion") is any CIFilter & CIPinchDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.scale = filter.scale as Float
  }

  @Test func pixellateHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPixellate = CIFilter.pixellate()
    #expect(filter.name == "CIPixellate")
    #expect(CIFilter(name: "CIPixellate") is any CIFilter & CIPixellate)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.scale = filter.scale as Float
  }

  @Test func pointillizeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIPointillize = CIFilter.pointillize()
    #expect(filter.name == "CIPointillize")
    #expect(CIFilter(name: "CIPointillize") is any CIFilter & CIPointillize)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.center = filter.center as CGPoint
  }

  @Test func qrCodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIQRCodeGenerator = CIFilter.qrCodeGenerator()
    #expect(filter.name == "CIQRCodeGenerator")
    #expect(CIFilter(name: "CIQRCodeGenerator") is any CIFilter & CIQRCodeGenerator)
    filter.message = filter.message as Data
    filter.correctionLevel = filter.correctionLevel as String
  }

  @Test func radialGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRadialGradient = CIFilter.radialGradient()
    #expect(filter.name == "CIRadialGradient")
    #expect(CIFilter(name: "CIRadialGradient") is any CIFilter & CIRadialGradient)
    filter.center = filter.center as CGPoint
    filter.radius0 = filter.radius0 as Float
    filter.radius1 = filter.radius1 as Float
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func randomGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRandomGenerator = CIFilter.randomGenerator()
    #expect(filter.name == "CIRandomGenerator")
    #expect(CIFilter(name: "CIRandomGenerator") is any CIFilter & CIRandomGenerator)
  }

  @Test func rippleTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRippleTransition = CIFilter.rippleTransition()
    #expect(filter.name == "CIRippleTransition")
    #expect(CIFilter(name: "CIRippleTransition") is any CIFilter & CIRippleTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.shadingImage = filter.shadingImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.extent = filter.extent as CGRect
    filter.time = filter.time as Float
    filter.width = filter.width as Float
    filter.scale = filter.scale as Float
  }

  @Test func roundedQRCodeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRoundedQRCodeGenerator = CIFilter.roundedQRCodeGenerator()
    #expect(filter.name == "CIRoundedQRCodeGenerator")
    #expect(CIFilter(name: "CIRoundedQRCodeGenerator") is any CIFilter & CIRoundedQRCodeGenerator)
    filter.message = filter.message as Data
    filter.correctionLevel = filter.correctionLevel as String
    filter.scale = filter.scale as Float
    filter.roundedMarkers = filter.roundedMarkers as Int
    filter.roundedData = filter.roundedData as Bool
    filter.centerSpaceSize = filter.centerSpaceSize as Float
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func roundedRectangleGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRoundedRectangleGenerator = CIFilter.roundedRectangleGenerator()
    #expect(filter.name == "CIRoundedRectangleGenerator")
    #expect(CIFilter(name: "CIRoundedRectangleGenerator") is any CIFilter & CIRoundedRectangleGenerator)
    filter.extent = filter.extent as CGRect
    filter.radius = filter.radius as Float
    filter.smoothness = filter.smoothness as Float
    filter.color = filter.color as CIColor
  }

  @Test func roundedRectangleStrokeGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRoundedRectangleStrokeGenerator = CIFilter.roundedRectangleStrokeGenerator()
    #expect(filter.name == "CIRoundedRectangleStrokeGenerator")
    #expect(CIFilter(name: "CIRoundedRectangleStrokeGenerator") is any CIFilter & CIRoundedRectangleStrokeGenerator)
    filter.extent = filter.extent as CGRect
    filter.radius = filter.radius as Float
    filter.smoothness = filter.smoothness as Float
    filter.color = filter.color as CIColor
    filter.width = filter.width as Float
  }

  @Test func rowAverageHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIRowAverage = CIFilter.rowAverage()
    #expect(filter.name == "CIRowAverage")
    #expect(CIFilter(name: "CIRowAverage") is any CIFilter & CIRowAverage)
    filter.inputImage = filter.inputImage as CIImage?
    filter.extent = filter.extent as CGRect
  }

  @Test func sRGBToneCurveToLinearHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISRGBToneCurveToLinear = CIFilter.sRGBToneCurveToLinear()
    #expect(filter.name == "CISRGBToneCurveToLinear")
    #expect(CIFilter(name: "CISRGBToneCurveToLinear") is any CIFilter & CISRGBToneCurveToLinear)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func saturationBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.saturationBlendMode()
    #expect(filter.name == "CISaturationBlendMode")
    #expect(CIFilter(name: "CISaturationBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func screenBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.screenBlendMode()
    #expect(filter.name == "CIScreenBlendMode")
    #expect(CIFilter(name: "CIScreenBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sepiaToneHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISepiaTone = CIFilter.sepiaTone()
    #expect(filter.name == "CISepiaTone")
    #expect(CIFilter(name: "CISepiaTone") is any CIFilter & CISepiaTone)
    filter.inputImage = filter.inputImage as CIImage?
    filter.intensity = filter.intensity as Float
  }

  @Test func shadedMaterialHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIShadedMaterial = CIFilter.shadedMaterial()
    #expect(filter.name == "CIShadedMaterial")
    #expect(CIFilter(name: "CIShadedMaterial") is any CIFilter & CIShadedMaterial)
    filter.inputImage = filter.inputImage as CIImage?
    filter.shadingImage = filter.shadingImage as CIImage?
    filter.scale = filter.scale as Float
  }

  @Test func sharpenLuminanceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISharpenLuminance = CIFilter.sharpenLuminance()
    #expect(filter.name == "CISharpenLuminance")
    #expect(CIFilter(name: "CISharpenLuminance") is any CIFilter & CISharpenLuminance)
    filter.inputImage = filter.inputImage as CIImage?
    filter.sharpness = filter.sharpness as Float
    filter.radius = filter.radius as Float
  }

  @Test func signedDistanceGradientFromRedMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISignedDistanceGradientFromRedMask = CIFilter.signedDistanceGradientFromRedMask()
    #expect(filter.name == "CISignedDistanceGradientFromRedMask")
    #expect(CIFilter(name: "CISignedDistanceGradientFromRedMask") is any CIFilter & CISignedDistanceGradientFromRedMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.maximumDistance = filter.maximumDistance as Float
  }

  @Test func sixfoldReflectedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISixfoldReflectedTile = CIFilter.sixfoldReflectedTile()
    #expect(filter.name == "CISixfoldReflectedTile")
    #expect(CIFilter(name: "CISixfoldReflectedTile") is any CIFilter & CISixfoldReflectedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func sixfoldRotatedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISixfoldRotatedTile = CIFilter.sixfoldRotatedTile()
    #expect(filter.name == "CISixfoldRotatedTile")
    #expect(CIFilter(name: "CISixfoldRotatedTile") is any CIFilter & CISixfoldRotatedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func smoothLinearGradientHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISmoothLinearGradient = CIFilter.smoothLinearGradient()
    #expect(filter.name == "CISmoothLinearGradient")
    #expect(CIFilter(name: "CISmoothLinearGradient") is any CIFilter & CISmoothLinearGradient)
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
  }

  @Test func sobelGradientsHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISobelGradients = CIFilter.sobelGradients()
    #expect(filter.name == "CISobelGradients")
    #expect(CIFilter(name: "CISobelGradients") is any CIFilter & CISobelGradients)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func softLightBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.softLightBlendMode()
    #expect(filter.name == "CISoftLightBlendMode")
    #expect(CIFilter(name: "CISoftLightBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sourceAtopCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceAtopCompositing()
    #expect(filter.name == "CISourceAtopCompositing")
    #expect(CIFilter(name: "CISourceAtopCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sourceInCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceInCompositing()
    #expect(filter.name == "CISourceInCompositing")
    #expect(CIFilter(name: "CISourceInCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sourceOutCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceOutCompositing()
    #expect(filter.name == "CISourceOutCompositing")
    #expect(CIFilter(name: "CISourceOutCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sourceOverCompositingHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.sourceOverCompositing()
    #expect(filter.name == "CISourceOverCompositing")
    #expect(CIFilter(name: "CISourceOverCompositing") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func spotColorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISpotColor = CIFilter.spotColor()
    #expect(filter.name == "CISpotColor")
    #expect(CIFilter(name: "CISpotColor") is any CIFilter & CISpotColor)
    filter.inputImage = filter.inputImage as CIImage?
    filter.centerColor1 = filter.centerColor1 as CIColor
    filter.replacementColor1 = filter.replacementColor1 as CIColor
    filter.closeness1 = filter.closeness1 as Float
    filter.contrast1 = filter.contrast1 as Float
    filter.centerColor2 = filter.centerColor2 as CIColor
    filter.replacementColor2 = filter.replacementColor2 as CIColor
    filter.closeness2 = filter.closeness2 as Float
    filter.contrast2 = filter.contrast2 as Float
    filter.centerColor3 = filter.centerColor3 as CIColor
    filter.replacementColor3 = filter.replacementColor3 as CIColor
    filter.closeness3 = filter.closeness3 as Float
    filter.contrast3 = filter.contrast3 as Float
  }

  @Test func spotLightHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISpotLight = CIFilter.spotLight()
    #expect(filter.name == "CISpotLight")
    #expect(CIFilter(name: "CISpotLight") is any CIFilter & CISpotLight)
    filter.inputImage = filter.inputImage as CIImage?
    filter.lightPosition = filter.lightPosition as CIVector
    filter.lightPointsAt = filter.lightPointsAt as CIVector
    filter.brightness = filter.brightness as Float
    filter.concentration = filter.concentration as Float
    filter.color = filter.color as CIColor
  }

  @Test func starShineGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIStarShineGenerator = CIFilter.starShineGenerator()
    #expect(filter.name == "CIStarShineGenerator")
    #expect(CIFilter(name: "CIStarShineGenerator") is any CIFilter & CIStarShineGenerator)
    filter.center = filter.center as CGPoint
    filter.color = filter.color as CIColor
    filter.radius = filter.radius as Float
    filter.crossScale = filter.crossScale as Float
    filter.crossAngle = filter.crossAngle as Float
    filter.crossOpacity = filter.crossOpacity as Float
    filter.crossWidth = filter.crossWidth as Float
    filter.epsilon = filter.epsilon as Float
  }

  @Test func straightenHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIStraighten = CIFilter.straighten()
    #expect(filter.name == "CIStraightenFilter")
    #expect(CIFilter(name: "CIStraightenFilter") is any CIFilter & CIStraighten)
    filter.inputImage = filter.inputImage as CIImage?
    filter.angle = filter.angle as Float
  }

  @Test func stretchCropHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIStretchCrop = CIFilter.stretchCrop()
    #expect(filter.name == "CIStretchCrop")
    #expect(CIFilter(name: "CIStretchCrop") is any CIFilter & CIStretchCrop)
    filter.inputImage = filter.inputImage as CIImage?
    filter.size = filter.size as CGPoint
    filter.cropAmount = filter.cropAmount as Float
    filter.centerStretchAmount = filter.centerStretchAmount as Float
  }

  @Test func stripesGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIStripesGenerator = CIFilter.stripesGenerator()
    #expect(filter.name == "CIStripesGenerator")
    #expect(CIFilter(name: "CIStripesGenerator") is any CIFilter & CIStripesGenerator)
    filter.center = filter.center as CGPoint
    filter.color0 = filter.color0 as CIColor
    filter.color1 = filter.color1 as CIColor
    filter.width = filter.width as Float
    filter.sharpness = filter.sharpness as Float
  }

  @Test func subtractBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.subtractBlendMode()
    #expect(filter.name == "CISubtractBlendMode")
    #expect(CIFilter(name: "CISubtractBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func sunbeamsGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISunbeamsGenerator = CIFilter.sunbeamsGenerator()
    #expect(filter.name == "CISunbeamsGenerator")
    #expect(CIFilter(name: "CISunbeamsGenerator") is any CIFilter & CISunbeamsGenerator)
    filter.center = filter.center as CGPoint
    filter.color = filter.color as CIColor
    filter.sunRadius = filter.sunRadius as Float
    filter.maxStriationRadius = filter.maxStriationRadius as Float
    filter.striationStrength = filter.striationStrength as Float
    filter.striationContrast = filter.striationContrast as Float
    filter.time = filter.time as Float
  }

  @Test func swipeTransitionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISwipeTransition = CIFilter.swipeTransition()
    #expect(filter.name == "CISwipeTransition")
    #expect(CIFilter(name: "CISwipeTransition") is any CIFilter & CISwipeTransition)
    filter.inputImage = filter.inputImage as CIImage?
    filter.targetImage = filter.targetImage as CIImage?
    filter.extent = filter.extent as CGRect
    filter.color = filter.color as CIColor
    filter.time = filter.time as Float
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
    filter.opacity = filter.opacity as Float
  }

  @Test func systemToneMapHasItsProtocolAndProperties() {
    let filter: any CIFilter & CISystemToneMap = CIFilter.systemToneMap()
    #expect(filter.name == "CISystemToneMap")
    #expect(CIFilter(name: "CISystemToneMap") is any CIFilter & CISystemToneMap)
    filter.inputImage = filter.inputImage as CIImage?
    filter.displayHeadroom = filter.displayHeadroom as Float
    filter.preferredDynamicRange = filter.preferredDynamicRange as CIDynamicRangeOption?
  }

  @Test func temperatureAndTintHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITemperatureAndTint = CIFilter.temperatureAndTint()
    #expect(filter.name == "CITemperatureAndTint")
    #expect(CIFilter(name: "CITemperatureAndTint") is any CIFilter & CITemperatureAndTint)
    filter.inputImage = filter.inputImage as CIImage?
    filter.neutral = filter.neutral as CIVector
    filter.targetNeutral = filter.targetNeutral as CIVector
  }

  @Test func textImageGeneratorHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITextImageGenerator = CIFilter.textImageGenerator()
    #expect(filter.name == "CITextImageGenerator")
    #expect(CIFilter(name: "CITextImageGenerator") is any CIFilter & CITextImageGenerator)
    filter.text = filter.text as String
    filter.fontName = filter.fontName as String
    filter.fontSize = filter.fontSize as Float
    filter.scaleFactor = filter.scaleFactor as Float
    filter.padding = filter.padding as Float
  }

  @Test func thermalHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIThermal = CIFilter.thermal()
    #expect(filter.name == "CIThermal")
    #expect(CIFilter(name: "CIThermal") is any CIFilter & CIThermal)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func toneCurveHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIToneCurve = CIFilter.toneCurve()
    #expect(filter.name == "CIToneCurve")
    #expect(CIFilter(name: "CIToneCurve") is any CIFilter & CIToneCurve)
    filter.inputImage = filter.inputImage as CIImage?
    filter.point0 = filter.point0 as CGPoint
    filter.point1 = filter.point1 as CGPoint
    filter.point2 = filter.point2 as CGPoint
    filter.point3 = filter.point3 as CGPoint
    filter.point4 = filter.point4 as CGPoint
    filter.extrapolate = filter.extrapolate as Bool
  }

  @Test func toneMapHeadroomHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIToneMapHeadroom = CIFilter.toneMapHeadroom()
    #expect(filter.name == "CIToneMapHeadroom")
    #expect(CIFilter(name: "CIToneMapHeadroom") is any CIFilter & CIToneMapHeadroom)
    filter.inputImage = filter.inputImage as CIImage?
    filter.sourceHeadroom = filter.sourceHeadroom as Float
    filter.targetHeadroom = filter.targetHeadroom as Float
  }

  @Test func torusLensDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITorusLensDistortion = CIFilter.torusLensDistortion()
    #expect(filter.name == "CITorusLensDistortion")
    #expect(CIFilter(name: "CITorusLensDistortion") is any CIFilter & CITorusLensDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.width = filter.width as Float
    filter.refraction = filter.refraction as Float
  }

  @Test func triangleKaleidoscopeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITriangleKaleidoscope = CIFilter.triangleKaleidoscope()
    #expect(filter.name == "CITriangleKaleidoscope")
    #expect(CIFilter(name: "CITriangleKaleidoscope") is any CIFilter & CITriangleKaleidoscope)
    filter.inputImage = filter.inputImage as CIImage?
    filter.point = filter.point as CGPoint
    filter.size = filter.size as Float
    filter.rotation = filter.rotation as Float
    filter.decay = filter.decay as Float
  }

  @Test func triangleTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITriangleTile = CIFilter.triangleTile()
    #expect(filter.name == "CITriangleTile")
    #expect(CIFilter(name: "CITriangleTile") is any CIFilter & CITriangleTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func twelvefoldReflectedTileHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITwelvefoldReflectedTile = CIFilter.twelvefoldReflectedTile()
    #expect(filter.name == "CITwelvefoldReflectedTile")
    #expect(CIFilter(name: "CITwelvefoldReflectedTile") is any CIFilter & CITwelvefoldReflectedTile)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.angle = filter.angle as Float
    filter.width = filter.width as Float
  }

  @Test func twirlDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CITwirlDistortion = CIFilter.twirlDistortion()
    #expect(filter.name == "CITwirlDistortion")
    #expect(CIFilter(name: "CITwirlDistortion") is any CIFilter & CITwirlDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func unsharpMaskHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIUnsharpMask = CIFilter.unsharpMask()
    #expect(filter.name == "CIUnsharpMask")
    #expect(CIFilter(name: "CIUnsharpMask") is any CIFilter & CIUnsharpMask)
    filter.inputImage = filter.inputImage as CIImage?
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
  }

  @Test func vibranceHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIVibrance = CIFilter.vibrance()
    #expect(filter.name == "CIVibrance")
    #expect(CIFilter(name: "CIVibrance") is any CIFilter & CIVibrance)
    filter.inputImage = filter.inputImage as CIImage?
    filter.amount = filter.amount as Float
  }

  @Test func vignetteHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIVignette = CIFilter.vignette()
    #expect(filter.name == "CIVignette")
    #expect(CIFilter(name: "CIVignette") is any CIFilter & CIVignette)
    filter.inputImage = filter.inputImage as CIImage?
    filter.intensity = filter.intensity as Float
    filter.radius = filter.radius as Float
  }

  @Test func vignetteEffectHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIVignetteEffect = CIFilter.vignetteEffect()
    #expect(filter.name == "CIVignetteEffect")
    #expect(CIFilter(name: "CIVignetteEffect") is any CIFilter & CIVignetteEffect)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.intensity = filter.intensity as Float
    filter.falloff = filter.falloff as Float
  }

  @Test func vividLightBlendModeHasItsProtocolAndProperties() {
    let filter: any CIFilter & CICompositeOperation = CIFilter.vividLightBlendMode()
    #expect(filter.name == "CIVividLightBlendMode")
    #expect(CIFilter(name: "CIVividLightBlendMode") is any CIFilter & CICompositeOperation)
    filter.inputImage = filter.inputImage as CIImage?
    filter.backgroundImage = filter.backgroundImage as CIImage?
  }

  @Test func vortexDistortionHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIVortexDistortion = CIFilter.vortexDistortion()
    #expect(filter.name == "CIVortexDistortion")
    #expect(CIFilter(name: "CIVortexDistortion") is any CIFilter & CIVortexDistortion)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.radius = filter.radius as Float
    filter.angle = filter.angle as Float
  }

  @Test func whitePointAdjustHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIWhitePointAdjust = CIFilter.whitePointAdjust()
    #expect(filter.name == "CIWhitePointAdjust")
    #expect(CIFilter(name: "CIWhitePointAdjust") is any CIFilter & CIWhitePointAdjust)
    filter.inputImage = filter.inputImage as CIImage?
    filter.color = filter.color as CIColor
  }

  @Test func xRayHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIXRay = CIFilter.xRay()
    #expect(filter.name == "CIXRay")
    #expect(CIFilter(name: "CIXRay") is any CIFilter & CIXRay)
    filter.inputImage = filter.inputImage as CIImage?
  }

  @Test func zoomBlurHasItsProtocolAndProperties() {
    let filter: any CIFilter & CIZoomBlur = CIFilter.zoomBlur()
    #expect(filter.name == "CIZoomBlur")
    #expect(CIFilter(name: "CIZoomBlur") is any CIFilter & CIZoomBlur)
    filter.inputImage = filter.inputImage as CIImage?
    filter.center = filter.center as CGPoint
    filter.amount = filter.amount as Float
  }
}
