// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

/// The keys that filters' inputs are set with; each value is the plain key.
public let kCIInputAmountKey = "inputAmount"
/// The key `inputAngle`: a number of radians.
public let kCIInputAngleKey = "inputAngle"
/// The key `inputAspectRatio`: a number, by how much width changes against height.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key `inputBackgroundImage`: the image below `inputImage`.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key `inputBias`: a number that is added to what a convolution gives.
public let kCIInputBiasKey = "inputBias"
/// The key `inputBrightness`: a number, 0 for no change.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key `inputCenter`: a point in pixels, y up, a `CIVector`.
public let kCIInputCenterKey = "inputCenter"
/// The key `inputColor`: a `CIColor`.
public let kCIInputColorKey = "inputColor"
/// The key `inputContrast`: a number, 1 for no change.
public let kCIInputContrastKey = "inputContrast"
/// The key `inputDepthImage`: an image of distances.
public let kCIInputDepthImageKey = "inputDepthImage"
/// The key `inputDisparityImage`: an image of inverse distances.
public let kCIInputDisparityImageKey = "inputDisparityImage"
/// The key `inputEV`: a number of stops, 0 for no change.
public let kCIInputEVKey = "inputEV"
/// The key `inputExtent`: a rectangle in pixels, a `CIVector` of x, y, width and height.
public let kCIInputExtentKey = "inputExtent"
/// The key `inputGradientImage`: an image whose row of pixels maps values to colours.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key `inputImage`: the image that the filter works on.
public let kCIInputImageKey = "inputImage"
/// The key `inputIntensity`: a number, how strongly the filter works, 0 for not at all.
public let kCIInputIntensityKey = "inputIntensity"
/// The key `inputMaskImage`: an image that says where the filter works.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key `inputMatteImage`: an image that says what belongs to the foreground.
public let kCIInputMatteImageKey = "inputMatteImage"
/// The key `inputRadius`: a number of pixels.
public let kCIInputRadiusKey = "inputRadius"
/// The key `inputRefraction`: a number, the index of refraction of the glass.
public let kCIInputRefractionKey = "inputRefraction"
/// The key `inputSaturation`: a number, 1 for no change, 0 for grey.
public let kCIInputSaturationKey = "inputSaturation"
/// The key `inputScale`: a number, a factor or a size in pixels, as the filter says.
public let kCIInputScaleKey = "inputScale"
/// The key `inputShadingImage`: an image of a lit sphere that gives a surface its highlights.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key `inputSharpness`: a number, how strongly edges are sharpened.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key `inputTargetImage`: the image that a transition ends with.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key `inputTime`: a number, the share of a transition that is over, 0...1.
public let kCIInputTimeKey = "inputTime"
/// The key `inputTransform`: a `CGAffineTransform`.
public let kCIInputTransformKey = "inputTransform"
/// The key `inputVersion`: a number, which version of a filter is meant.
public let kCIInputVersionKey = "inputVersion"
/// The key `inputWeights`: the weights of a convolution, a `CIVector`.
public let kCIInputWeightsKey = "inputWeights"
/// The key `inputWidth`: a number of pixels.
public let kCIInputWidthKey = "inputWidth"

// Added in 2025.
/// The key `inputBacksideImage`: the image on the back of a page that curls.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The key `inputBiasVector`: what is added to each component, a `CIVector`.
public let kCIInputBiasVectorKey = "inputBiasVector"
/// The key `inputColor0`: the first of two `CIColor`.
public let kCIInputColor0Key = "inputColor0"
/// The key `inputColor1`: the second of two `CIColor`.
public let kCIInputColor1Key = "inputColor1"
/// The key `inputColorSpace`: a `CGColorSpace` that the filter works in.
public let kCIInputColorSpaceKey = "inputColorSpace"
/// The key `inputCount`: a number, how many.
public let kCIInputCountKey = "inputCount"
/// The key `inputExtrapolate`: true to go on beyond 0...1 as inside of it.
public let kCIInputExtrapolateKey = "inputExtrapolate"
/// The key `inputPaletteImage`: an image whose pixels are the colours to choose from.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key `inputPerceptual`: true to compare colours as they are seen, not as light.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key `inputPoint0`: the first of two points in pixels, a `CIVector`.
public let kCIInputPoint0Key = "inputPoint0"
/// The key `inputPoint1`: the second of two points in pixels, a `CIVector`.
public let kCIInputPoint1Key = "inputPoint1"
/// The key `inputRadius0`: the first of two numbers of pixels.
public let kCIInputRadius0Key = "inputRadius0"
/// The key `inputRadius1`: the second of two numbers of pixels.
public let kCIInputRadius1Key = "inputRadius1"
/// The key `inputThreshold`: a number, from which on a value counts.
public let kCIInputThresholdKey = "inputThreshold"

/// The key `outputImage`: the image that the filter gives.
public let kCIOutputImageKey = "outputImage"

/// The keys of `CIFilter.attributes` and of the dictionaries of its inputs.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The filter's name for people, in English.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// A sentence on a filter or an input.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The first macOS that had the filter, a `String`.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// The first iOS that had the filter, a `String`.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// The URL of a page on the filter; of registered filters only.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// The filter's categories, an array of `kCICategory…`.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The class of an input's values, for example `NSNumber`.
public let kCIAttributeClass = "CIAttributeClass"
/// What an input's values mean: one of `kCIAttributeType…`.
public let kCIAttributeType = "CIAttributeType"
/// The least value that has a meaning.
public let kCIAttributeMin = "CIAttributeMin"
/// The greatest value that has a meaning.
public let kCIAttributeMax = "CIAttributeMax"
/// The least value for a slider.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The greatest value for a slider.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The value that an input has until it is set.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The value with which an input has no effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The key of an input.
public let kCIAttributeName = "CIAttributeName"
/// The name of an input for people, in English.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"
/// Which users an input is for: one of `kCIUISet…`. Attributes of the catalogue do not state it.
public let kCIUIParameterSet = "CIUIParameterSet"
/// Inputs for everyone.
public let kCIUISetBasic = "CIUISetBasic"
/// Inputs for people who know what they want.
public let kCIUISetIntermediate = "CIUISetIntermediate"
/// Inputs for people who know the filter.
public let kCIUISetAdvanced = "CIUISetAdvanced"
/// Inputs for those who write filters.
public let kCIUISetDevelopment = "CIUISetDevelopment"

/// What an input's numbers mean: values of `kCIAttributeType`.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// A number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// A number of pixels.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// Radians.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// True or false.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// A whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// A whole number above 0.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// A point in pixels.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// A vector from a point to another one.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// A point in space.
public let kCIAttributeTypePosition3 = "CIAttributeTypePosition3"
/// A rectangle in pixels.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// A colour whose alpha does not count.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// A colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// An image of a row of colours.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// An image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// A map of the plane.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

/// The groups that filters belong to.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Filters that scale, crop, turn and straighten.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that lay an image over another one.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Filters that print with dots and lines.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Filters that correct colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Filters that change colours for effect.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters that lead from an image to another one in time.
public let kCICategoryTransition = "CICategoryTransition"
/// Filters that repeat an image over the plane.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Filters that make an image of numbers or text.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that make few pixels of many: means, extremes, histograms.
public let kCICategoryReduction = "CICategoryReduction"
/// Filters that make an image of colours that blend.
public let kCICategoryGradient = "CICategoryGradient"
/// Filters that look like a drawing, a relief, light.
public let kCICategoryStylize = "CICategoryStylize"
/// Filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"
/// Filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// Filters that are fit for video.
public let kCICategoryVideo = "CICategoryVideo"
/// Filters that are fit for still images.
public let kCICategoryStillImage = "CICategoryStillImage"
/// Filters that are fit for interlaced images.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// Filters that are fit for pixels that are not square.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// Filters that keep light above white.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// Filters of Core Image itself.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Filters that were made of others by a generator.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"

/// Four numbers: where the result of `CIFilter.apply` has pixels.
public let kCIApplyOptionExtent = "CIApplyOptionExtent"
/// A `CIFilterShape`, or four numbers: where the result has pixels.
public let kCIApplyOptionDefinition = "CIApplyOptionDefinition"
/// A value for what `CIKernel.setROISelector` set.
public let kCIApplyOptionUserInfo = "CIApplyOptionUserInfo"
/// A colour space. Nothing takes it here, which the log tells.
public let kCIApplyOptionColorSpace = "CIApplyOptionColorSpace"
