import Foundation

/// An option of creating a `CIImage`.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Bool: rotate the image to upright by its EXIF orientation. False by default.
  public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
  /// A CGColorSpace that replaces that of the image, or NSNull for no conversion.
  public static let colorSpace = CIImageOption(rawValue: "kCIImageColorSpace")
  /// Bool: read between pixel centres without interpolation.
  public static let nearestSampling = CIImageOption(rawValue: "kCIImageNearestSampling")
  /// A dictionary that replaces the properties of the file.
  public static let properties = CIImageOption(rawValue: "kCIImageProperties")
  /// Bool: decode now instead of with the first render. False by default.
  public static let cacheImmediately = CIImageOption(rawValue: "kCIImageCacheImmediately")
  /// 2, 4 or 8: decode a JPEG file at that fraction of its width and height, rounded up, which is faster and uses less
  /// memory than reducing it. Other file formats are read at full size. 1 by default.
  ///
  /// Pixels are then means of encoded values, not of linear light. With colour management, fine details are darker than
  /// in images that a map reduces, so no recipe uses this automatically.
  public static let subsampleFactor = CIImageOption(rawValue: "kCIImageSubsampleFactor")
  /// A number: the headroom of the image's highlights relative to white. That of its colour space by default.
  public static let contentHeadroom = CIImageOption(rawValue: "kCIImageContentHeadroom")
  /// A number: the mean linear light of the image relative to white.
  public static let contentAverageLightLevel = CIImageOption(rawValue: "kCIImageContentAverageLightLevel")
  /// Bool: read highlights beyond white, if the file has them. They are always read, so this has no effect. Gain maps
  /// are not supported.
  public static let expandToHDR = CIImageOption(rawValue: "kCIImageExpandToHDR")
  /// Bool: map highlights beyond white to standard range, with the tone curve of CIToneMapHeadroom. False by default.
  public static let toneMapHDRtoSDR = CIImageOption(rawValue: "kCIImageToneMapHDRtoSDR")
  /// Bool, for pixel buffers: crop to the clean aperture of their attachments, without moving the image. False by
  /// default.
  public static let applyCleanAperture = CIImageOption(rawValue: "kCIImageApplyCleanAperture")
  /// A CIChromaQuality, for pixel buffers of Y′CbCr. Automatic by default.
  public static let chromaQuality = CIImageOption(rawValue: "kCIImageChromaQuality")
  /// A CIVideoGamma, for pixel buffers with the transfer function of BT.709, BT.601 or BT.2020. `colorSpace` takes
  /// precedence. The camera's by default.
  public static let videoGamma = CIImageOption(rawValue: "kCIImageVideoGamma")
  /// For images of providers: columns and rows of a tile in an array, or one number for both. By default, rectangles of
  /// any size are requested.
  public static let providerTileSize = CIImageOption(rawValue: "kCIImageProviderTileSize")
  /// For images of providers: any value; it is passed to each call of the provider.
  public static let providerUserInfo = CIImageOption(rawValue: "kCIImageProviderUserInfo")

  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliaryDepth = CIImageOption(rawValue: "kCIImageAuxiliaryDepth")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliaryDisparity = CIImageOption(rawValue: "kCIImageAuxiliaryDisparity")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliaryHDRGainMap = CIImageOption(rawValue: "kCIImageAuxiliaryHDRGainMap")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "kCIImageAuxiliaryPortraitEffectsMatte")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkinMatte")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationHairMatte")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationTeethMatte")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationGlassesMatte")
  /// Bool: read this image instead of the main one. Not supported, so the image is nil.
  public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkyMatte")

  static let auxiliaryImages: [CIImageOption] = [
    .auxiliaryDepth, .auxiliaryDisparity, .auxiliaryHDRGainMap, .auxiliaryPortraitEffectsMatte,
    .auxiliarySemanticSegmentationSkinMatte, .auxiliarySemanticSegmentationHairMatte,
    .auxiliarySemanticSegmentationTeethMatte, .auxiliarySemanticSegmentationGlassesMatte,
    .auxiliarySemanticSegmentationSkyMatte,
  ]
}

/// An option of a `CIContext`.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A CGColorSpace for results without one, or NSNull for no conversion. sRGB by default.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// An RGB CGColorSpace that filters compute in, or NSNull for no colour management. Extended linear sRGB by default.
  /// If the space has a nonlinear transfer function, filters compute with encoded values. Of ICC profiles with lookup
  /// tables only the primaries are used, with linear light.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// A CIFormat, or its raw value, of images between steps that Vulkan stores: RGBA8, RGBAh or RGBAf. RGBAh by default.
  /// The processor always uses floats between steps: which steps it stores depends on the tiling of a render, which
  /// must not affect pixels.
  public static let workingFormat = CIContextOption(rawValue: "working_format")
  /// Bool: maps that reduce an image to half or less average all its pixels. True by default, as on macOS. False is
  /// faster, and skips pixels. `CIImage.transformed(by:highQualityDownsample:)` takes precedence.
  public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
  /// Bool: premultiply the colours of results with alpha. True by default.
  public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
  /// Bool: cache uploaded images between renders, and intermediates that a second render reads. True by default.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// Bool: render on the CPU even if there is a GPU. False by default.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
  /// Bool: yield to other work on the device. False by default.
  public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
  /// Bool: prefer a device with low power consumption. False by default.
  public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
  /// String: the name in graphs and logs.
  public static let name = CIContextOption(rawValue: "kCIContextName")
  /// A number of megabytes: the memory target of renders on the device.
  public static let memoryTarget = CIContextOption(rawValue: "kCIContextMemoryLimit")
}

/// An option of writing an image file.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Has no effect: auxiliary images are not written.
  public static let avDepthData = CIImageRepresentationOption(rawValue: "kCIImageRepresentationAVDepthData")
  /// Has no effect: auxiliary images are not written.
  public static let depthImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDepthImage")
  /// Has no effect: auxiliary images are not written.
  public static let disparityImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDisparityImage")
  /// Has no effect: auxiliary images are not written.
  public static let portraitEffectsMatteImage = CIImageRepresentationOption(
    rawValue: "kCIImageRepresentationPortraitEffectsMatteImage")
  /// Has no effect: auxiliary images are not written.
  public static let hdrImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRImage")
  /// Has no effect: auxiliary images are not written.
  public static let hdrGainMapImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRGainMapImage")
  /// For PNG, a whole number of 0...9: 0 stores without compression, 1 is fast, 9 gives the smallest file and takes
  /// some fifty times as long as 1. 1 by default. No effect for other formats. Not part of Apple's API.
  public static let pngCompression = CIImageRepresentationOption(rawValue: "png_compression")
}

/// The quality of lossy formats: 0...1, 1 is best. No effect for lossless formats.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }

/// Permits `kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption`.
extension CIImageRepresentationOption: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  public static func _forceBridgeFromObjectiveC(
    _ source: NSString, result: inout CIImageRepresentationOption?
  ) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSString, result: inout CIImageRepresentationOption?
  ) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> CIImageRepresentationOption {
    CIImageRepresentationOption(rawValue: source.map { $0 as String } ?? "")
  }
}
