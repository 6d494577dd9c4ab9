// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names of formats and options in earlier Swift versions. The deprecation message states the current name.

@available(*, deprecated, renamed: "CIFormat.ARGB8") public var kCIFormatARGB8: CIFormat { .ARGB8 }
@available(*, deprecated, renamed: "CIFormat.BGRA8") public var kCIFormatBGRA8: CIFormat { .BGRA8 }
@available(*, deprecated, renamed: "CIFormat.RGBA8") public var kCIFormatRGBA8: CIFormat { .RGBA8 }
@available(*, deprecated, renamed: "CIFormat.ABGR8") public var kCIFormatABGR8: CIFormat { .ABGR8 }
@available(*, deprecated, renamed: "CIFormat.RGBX8") public var kCIFormatRGBX8: CIFormat { .RGBX8 }
@available(*, deprecated, renamed: "CIFormat.RGBA16") public var kCIFormatRGBA16: CIFormat { .RGBA16 }
@available(*, deprecated, renamed: "CIFormat.RGBAh") public var kCIFormatRGBAh: CIFormat { .RGBAh }
@available(*, deprecated, renamed: "CIFormat.RGBAf") public var kCIFormatRGBAf: CIFormat { .RGBAf }
@available(*, deprecated, renamed: "CIFormat.RGBX16") public var kCIFormatRGBX16: CIFormat { .RGBX16 }
@available(*, deprecated, renamed: "CIFormat.rgbXh") public var kCIFormatRGBXh: CIFormat { .rgbXh }
@available(*, deprecated, renamed: "CIFormat.rgbXf") public var kCIFormatRGBXf: CIFormat { .rgbXf }
@available(*, deprecated, renamed: "CIFormat.RGB10") public var kCIFormatRGB10: CIFormat { .RGB10 }
@available(*, deprecated, renamed: "CIFormat.R8") public var kCIFormatR8: CIFormat { .R8 }
@available(*, deprecated, renamed: "CIFormat.R16") public var kCIFormatR16: CIFormat { .R16 }
@available(*, deprecated, renamed: "CIFormat.Rh") public var kCIFormatRh: CIFormat { .Rh }
@available(*, deprecated, renamed: "CIFormat.Rf") public var kCIFormatRf: CIFormat { .Rf }
@available(*, deprecated, renamed: "CIFormat.RG8") public var kCIFormatRG8: CIFormat { .RG8 }
@available(*, deprecated, renamed: "CIFormat.RG16") public var kCIFormatRG16: CIFormat { .RG16 }
@available(*, deprecated, renamed: "CIFormat.RGh") public var kCIFormatRGh: CIFormat { .RGh }
@available(*, deprecated, renamed: "CIFormat.RGf") public var kCIFormatRGf: CIFormat { .RGf }
@available(*, deprecated, renamed: "CIFormat.A8") public var kCIFormatA8: CIFormat { .A8 }
@available(*, deprecated, renamed: "CIFormat.A16") public var kCIFormatA16: CIFormat { .A16 }
@available(*, deprecated, renamed: "CIFormat.Ah") public var kCIFormatAh: CIFormat { .Ah }
@available(*, deprecated, renamed: "CIFormat.Af") public var kCIFormatAf: CIFormat { .Af }
@available(*, deprecated, renamed: "CIFormat.L8") public var kCIFormatL8: CIFormat { .L8 }
@available(*, deprecated, renamed: "CIFormat.L16") public var kCIFormatL16: CIFormat { .L16 }
@available(*, deprecated, renamed: "CIFormat.Lh") public var kCIFormatLh: CIFormat { .Lh }
@available(*, deprecated, renamed: "CIFormat.Lf") public var kCIFormatLf: CIFormat { .Lf }
@available(*, deprecated, renamed: "CIFormat.LA8") public var kCIFormatLA8: CIFormat { .LA8 }
@available(*, deprecated, renamed: "CIFormat.LA16") public var kCIFormatLA16: CIFormat { .LA16 }
@available(*, deprecated, renamed: "CIFormat.LAh") public var kCIFormatLAh: CIFormat { .LAh }
@available(*, deprecated, renamed: "CIFormat.LAf") public var kCIFormatLAf: CIFormat { .LAf }

@available(*, deprecated, renamed: "CIContextOption.outputColorSpace")
public var kCIContextOutputColorSpace: CIContextOption { .outputColorSpace }
@available(*, deprecated, renamed: "CIContextOption.workingColorSpace")
public var kCIContextWorkingColorSpace: CIContextOption { .workingColorSpace }
@available(*, deprecated, renamed: "CIContextOption.workingFormat")
public var kCIContextWorkingFormat: CIContextOption { .workingFormat }
@available(*, deprecated, renamed: "CIContextOption.highQualityDownsample")
public var kCIContextHighQualityDownsample: CIContextOption { .highQualityDownsample }
@available(*, deprecated, renamed: "CIContextOption.outputPremultiplied")
public var kCIContextOutputPremultiplied: CIContextOption { .outputPremultiplied }
@available(*, deprecated, renamed: "CIContextOption.cacheIntermediates")
public var kCIContextCacheIntermediates: CIContextOption { .cacheIntermediates }
@available(*, deprecated, renamed: "CIContextOption.useSoftwareRenderer")
public var kCIContextUseSoftwareRenderer: CIContextOption { .useSoftwareRenderer }
@available(*, deprecated, renamed: "CIContextOption.priorityRequestLow")
public var kCIContextPriorityRequestLow: CIContextOption { .priorityRequestLow }
@available(*, deprecated, renamed: "CIContextOption.allowLowPower")
public var kCIContextAllowLowPower: CIContextOption { .allowLowPower }
@available(*, deprecated, renamed: "CIContextOption.name")
public var kCIContextName: CIContextOption { .name }
@available(*, deprecated, renamed: "CIContextOption.memoryTarget")
public var kCIContextMemoryLimit: CIContextOption { .memoryTarget }

@available(*, deprecated, renamed: "CIImageOption.applyOrientationProperty")
public var kCIImageApplyOrientationProperty: CIImageOption { .applyOrientationProperty }
@available(*, deprecated, renamed: "CIImageOption.colorSpace")
public var kCIImageColorSpace: CIImageOption { .colorSpace }
@available(*, deprecated, renamed: "CIImageOption.nearestSampling")
public var kCIImageNearestSampling: CIImageOption { .nearestSampling }
@available(*, deprecated, renamed: "CIImageOption.properties")
public var kCIImageProperties: CIImageOption { .properties }
@available(*, deprecated, renamed: "CIImageOption.cacheImmediately")
public var kCIImageCacheImmediately: CIImageOption { .cacheImmediately }
@available(*, deprecated, renamed: "CIImageOption.contentHeadroom")
public var kCIImageContentHeadroom: CIImageOption { .contentHeadroom }
@available(*, deprecated, renamed: "CIImageOption.contentAverageLightLevel")
public var kCIImageContentAverageLightLevel: CIImageOption { .contentAverageLightLevel }
@available(*, deprecated, renamed: "CIImageOption.expandToHDR")
public var kCIImageExpandToHDR: CIImageOption { .expandToHDR }
@available(*, deprecated, renamed: "CIImageOption.toneMapHDRtoSDR")
public var kCIImageToneMapHDRtoSDR: CIImageOption { .toneMapHDRtoSDR }
@available(*, deprecated, renamed: "CIImageOption.providerTileSize")
public var kCIImageProviderTileSize: CIImageOption { .providerTileSize }
@available(*, deprecated, renamed: "CIImageOption.providerUserInfo")
public var kCIImageProviderUserInfo: CIImageOption { .providerUserInfo }
@available(*, deprecated, renamed: "CIImageOption.auxiliaryDepth")
public var kCIImageAuxiliaryDepth: CIImageOption { .auxiliaryDepth }
@available(*, deprecated, renamed: "CIImageOption.auxiliaryDisparity")
public var kCIImageAuxiliaryDisparity: CIImageOption { .auxiliaryDisparity }
@available(*, deprecated, renamed: "CIImageOption.auxiliaryHDRGainMap")
public var kCIImageAuxiliaryHDRGainMap: CIImageOption { .auxiliaryHDRGainMap }
@available(*, deprecated, renamed: "CIImageOption.auxiliaryPortraitEffectsMatte")
public var kCIImageAuxiliaryPortraitEffectsMatte: CIImageOption { .auxiliaryPortraitEffectsMatte }
@available(*, deprecated, renamed: "CIImageOption.auxiliarySemanticSegmentationSkinMatte")
public var kCIImageAuxiliarySemanticSegmentationSkinMatte: CIImageOption { .auxiliarySemanticSegmentationSkinMatte }
@available(*, deprecated, renamed: "CIImageOption.auxiliarySemanticSegmentationHairMatte")
public var kCIImageAuxiliarySemanticSegmentationHairMatte: CIImageOption { .auxiliarySemanticSegmentationHairMatte }
@available(*, deprecated, renamed: "CIImageOption.auxiliarySemanticSegmentationTeethMatte")
public var kCIImageAuxiliarySemanticSegmentationTeethMatte: CIImageOption { .auxiliarySemanticSegmentationTeethMatte }
@available(*, deprecated, renamed: "CIImageOption.auxiliarySemanticSegmentationGlassesMatte")
public var kCIImageAuxiliarySemanticSegmentationGlassesMatte: CIImageOption {
  .auxiliarySemanticSegmentationGlassesMatte
}
@available(*, deprecated, renamed: "CIImageOption.auxiliarySemanticSegmentationSkyMatte")
public var kCIImageAuxiliarySemanticSegmentationSkyMatte: CIImageOption { .auxiliarySemanticSegmentationSkyMatte }

@available(*, deprecated, renamed: "CIImageRepresentationOption.avDepthData")
public var kCIImageRepresentationAVDepthData: CIImageRepresentationOption { .avDepthData }
@available(*, deprecated, renamed: "CIImageRepresentationOption.depthImage")
public var kCIImageRepresentationDepthImage: CIImageRepresentationOption { .depthImage }
@available(*, deprecated, renamed: "CIImageRepresentationOption.disparityImage")
public var kCIImageRepresentationDisparityImage: CIImageRepresentationOption { .disparityImage }
@available(*, deprecated, renamed: "CIImageRepresentationOption.portraitEffectsMatteImage")
public var kCIImageRepresentationPortraitEffectsMatteImage: CIImageRepresentationOption { .portraitEffectsMatteImage }
@available(*, deprecated, renamed: "CIImageRepresentationOption.hdrImage")
public var kCIImageRepresentationHDRImage: CIImageRepresentationOption { .hdrImage }
@available(*, deprecated, renamed: "CIImageRepresentationOption.hdrGainMapImage")
public var kCIImageRepresentationHDRGainMapImage: CIImageRepresentationOption { .hdrGainMapImage }
