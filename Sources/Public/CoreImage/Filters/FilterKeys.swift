// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

/// The key `inputAmount`: a number.
public let kCIInputAmountKey = "inputAmount"
/// The key `inputAngle`: a number of radians.
public let kCIInputAngleKey = "inputAngle"
/// The key `inputAspectRatio`: a number, the ratio of horizontal to vertical scale.
public let kCIInputAspectRatioKey = "inputAspectRatio"
/// The key `inputBackgroundImage`: the image below `inputImage`.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key `inputBias`: a number that is added to the result of a convolution.
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
/// The key `inputGradientImage`: an image with a row of pixels that maps values to colours.
public let kCIInputGradientImageKey = "inputGradientImage"
/// The key `inputImage`: the image that the filter processes.
public let kCIInputImageKey = "inputImage"
/// The key `inputIntensity`: a number, the strength of the effect, 0 for none.
public let kCIInputIntensityKey = "inputIntensity"
/// The key `inputMaskImage`: a mask of the effect's strength.
public let kCIInputMaskImageKey = "inputMaskImage"
/// The key `inputMatteImage`: a mask of the foreground.
public let kCIInputMatteImageKey = "inputMatteImage"
/// The key `inputRadius`: a number of pixels.
public let kCIInputRadiusKey = "inputRadius"
/// The key `inputRefraction`: a number, the index of refraction of the glass.
public let kCIInputRefractionKey = "inputRefraction"
/// The key `inputSaturation`: a number, 1 for no change, 0 for grey.
public let kCIInputSaturationKey = "inputSaturation"
/// The key `inputScale`: a number, a factor or a size in pixels, depending on the filter.
public let kCIInputScaleKey = "inputScale"
/// The key `inputShadingImage`: an image of a lit sphere from which a surface takes its highlights.
public let kCIInputShadingImageKey = "inputShadingImage"
/// The key `inputSharpness`: a number, the strength of sharpening.
public let kCIInputSharpnessKey = "inputSharpness"
/// The key `inputTargetImage`: the image that a transition ends with.
public let kCIInputTargetImageKey = "inputTargetImage"
/// The key `inputTime`: a number, the completed fraction of a transition, 0...1.
public let kCIInputTimeKey = "inputTime"
/// The key `inputTransform`: a `CGAffineTransform`.
public let kCIInputTransformKey = "inputTransform"
/// The key `inputVersion`: a number, the version of the filter to apply.
public let kCIInputVersionKey = "inputVersion"
/// The key `inputWeights`: the weights of a convolution, a `CIVector`.
public let kCIInputWeightsKey = "inputWeights"
/// The key `inputWidth`: a number of pixels.
public let kCIInputWidthKey = "inputWidth"

// Added in 2025.
/// The key `inputBacksideImage`: the image on the back of a curling page.
public let kCIInputBacksideImageKey = "inputBacksideImage"
/// The key `inputBiasVector`: a `CIVector` that is added to the components.
public let kCIInputBiasVectorKey = "inputBiasVector"
/// The key `inputColor0`: the first of two `CIColor`.
public let kCIInputColor0Key = "inputColor0"
/// The key `inputColor1`: the second of two `CIColor`.
public let kCIInputColor1Key = "inputColor1"
/// The key `inputColorSpace`: a `CGColorSpace` that the filter works in.
public let kCIInputColorSpaceKey = "inputColorSpace"
/// The key `inputCount`: a number of items.
public let kCIInputCountKey = "inputCount"
/// The key `inputExtrapolate`: whether the effect continues beyond 0...1.
public let kCIInputExtrapolateKey = "inputExtrapolate"
/// The key `inputPaletteImage`: an image whose pixels are the palette.
public let kCIInputPaletteImageKey = "inputPaletteImage"
/// The key `inputPerceptual`: whether colours are compared in a perceptual space instead of linear light.
public let kCIInputPerceptualKey = "inputPerceptual"
/// The key `inputPoint0`: the first of two points in pixels, a `CIVector`.
public let kCIInputPoint0Key = "inputPoint0"
/// The key `inputPoint1`: the second of two points in pixels, a `CIVector`.
public let kCIInputPoint1Key = "inputPoint1"
/// The key `inputRadius0`: the first of two numbers of pixels.
public let kCIInputRadius0Key = "inputRadius0"
/// The key `inputRadius1`: the second of two numbers of pixels.
public let kCIInputRadius1Key = "inputRadius1"
/// The key `inputThreshold`: a number, the least value that passes.
public let kCIInputThresholdKey = "inputThreshold"

/// The key `outputImage`: the image that the filter computes.
public let kCIOutputImageKey = "outputImage"

/// The filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The filter's name for display, in English.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// A sentence about a filter or an input.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The first macOS release with the filter, a `String`.
public let kCIAttributeFilterAvailable_Mac = "CIAttributeFilterAvailable_Mac"
/// The first iOS release with the filter, a `String`.
public let kCIAttributeFilterAvailable_iOS = "CIAttributeFilterAvailable_iOS"
/// The URL of a page about the filter; for registered filters only.
public let kCIAttributeReferenceDocumentation = "CIAttributeReferenceDocumentation"
/// The filter's categories, an array of `kCICategory…`.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The class of an input's values, for example `NSNumber`.
public let kCIAttributeClass = "CIAttributeClass"
/// The meaning of an input's values: one of `kCIAttributeType…`.
public let kCIAttributeType = "CIAttributeType"
/// The least valid value.
public let kCIAttributeMin = "CIAttributeMin"
/// The greatest valid value.
public let kCIAttributeMax = "CIAttributeMax"
/// The least value of a slider.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The greatest value of a slider.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The default value of an input.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The value with which an input has no effect.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The key of an input.
public let kCIAttributeName = "CIAttributeName"
/// The name of an input for display, in English.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"
/// The user level of an input: one of `kCIUISet…`. Attributes of the catalogue do not state it.
public let kCIUIParameterSet = "CIUIParameterSet"
/// Inputs for all users.
public let kCIUISetBasic = "CIUISetBasic"
/// Inputs for experienced users.
public let kCIUISetIntermediate = "CIUISetIntermediate"
/// Inputs for users who are familiar with the filter.
public let kCIUISetAdvanced = "CIUISetAdvanced"
/// Inputs for developers of filters.
public let kCIUISetDevelopment = "CIUISetDevelopment"

/// A time, the completed fraction of a transition.
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
/// A colour whose alpha is ignored.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// A colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// An image of a row of colours.
public let kCIAttributeTypeGradient = "CIAttributeTypeGradient"
/// An image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// An affine map of the plane.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

/// Filters that distort the geometry of an image.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Filters that scale, crop, rotate and straighten.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Filters that composite an image with another one.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Filters that simulate halftone prints with dots and lines.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Filters that correct colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Filters that change colours for effect.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Filters that change from one image to another over time.
public let kCICategoryTransition = "CICategoryTransition"
/// Filters that repeat an image over the plane.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Filters that generate an image from numbers or text.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Filters that compute few pixels from many: means, extrema, histograms.
public let kCICategoryReduction = "CICategoryReduction"
/// Filters that generate colour gradients.
public let kCICategoryGradient = "CICategoryGradient"
/// Filters that simulate a drawing, a relief or lighting.
public let kCICategoryStylize = "CICategoryStylize"
/// Filters that sharpen.
public let kCICategorySharpen = "CICategorySharpen"
/// Filters that blur.
public let kCICategoryBlur = "CICategoryBlur"
/// Filters that are suitable for video.
public let kCICategoryVideo = "CICategoryVideo"
/// Filters that are suitable for still images.
public let kCICategoryStillImage = "CICategoryStillImage"
/// Filters that are suitable for interlaced images.
public let kCICategoryInterlaced = "CICategoryInterlaced"
/// Filters that are suitable for non-square pixels.
public let kCICategoryNonSquarePixels = "CICategoryNonSquarePixels"
/// Filters that preserve values above white.
public let kCICategoryHighDynamicRange = "CICategoryHighDynamicRange"
/// Filters of Core Image itself.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Filters that a generator composed of others.
public let kCICategoryFilterGenerator = "CICategoryFilterGenerator"

/// Four numbers: the extent of the result of `CIFilter.apply`.
public let kCIApplyOptionExtent = "CIApplyOptionExtent"
/// A `CIFilterShape`, or four numbers: the extent of the result.
public let kCIApplyOptionDefinition = "CIApplyOptionDefinition"
/// A value that is passed to the method of `CIKernel.setROISelector`.
public let kCIApplyOptionUserInfo = "CIApplyOptionUserInfo"
/// A colour space. Has no effect here; setting it is logged.
public let kCIApplyOptionColorSpace = "CIApplyOptionColorSpace"
