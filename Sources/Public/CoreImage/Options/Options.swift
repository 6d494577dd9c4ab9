import Foundation

/// What `CIImage` is told about an image when it is made from one.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Bool: turn the image upright by its EXIF orientation. False when left out.
  public static let applyOrientationProperty = CIImageOption(rawValue: "kCIImageApplyOrientationProperty")
  /// A CGColorSpace to read the image in, instead of its own; NSNull for no conversion.
  public static let colorSpace = CIImageOption(rawValue: "kCIImageColorSpace")
  /// Bool: read between pixel centres without interpolation.
  public static let nearestSampling = CIImageOption(rawValue: "kCIImageNearestSampling")
  /// A dictionary that replaces the properties of the file.
  public static let properties = CIImageOption(rawValue: "kCIImageProperties")
  /// Bool: decode now, not with the first render. False when left out.
  public static let cacheImmediately = CIImageOption(rawValue: "kCIImageCacheImmediately")
  /// 2, 4 or 8: decode a JPEG to that part of its width and height, rounded up, which is faster and takes less memory
  /// than to shrink it. Files of other kinds are read at their own size. 1 when left out.
  ///
  /// Pixels are then means of coded values, not of light: where colours are managed and details are fine, they are
  /// darker than those that a map shrinks. So no recipe chooses this by itself.
  public static let subsampleFactor = CIImageOption(rawValue: "kCIImageSubsampleFactor")
  /// A number, white being 1: how bright the image's highlights are. What its colour space says when left out.
  public static let contentHeadroom = CIImageOption(rawValue: "kCIImageContentHeadroom")
  /// A number, white being 1: the mean of the image's light.
  public static let contentAverageLightLevel = CIImageOption(rawValue: "kCIImageContentAverageLightLevel")
  /// Bool: highlights beyond white, where a file holds them. They are always read whole, so nothing changes; gain maps
  /// are not read.
  public static let expandToHDR = CIImageOption(rawValue: "kCIImageExpandToHDR")
  /// Bool: roll highlights beyond white off to standard range, by CIToneMapHeadroom's curve. False when left out.
  public static let toneMapHDRtoSDR = CIImageOption(rawValue: "kCIImageToneMapHDRtoSDR")
  /// Bool, of pixel buffers: only the part that the clean aperture among their attachments leaves, where it lies. False
  /// when left out.
  public static let applyCleanAperture = CIImageOption(rawValue: "kCIImageApplyCleanAperture")
  /// A CIChromaQuality, of pixel buffers of Y′CbCr. Automatic when left out.
  public static let chromaQuality = CIImageOption(rawValue: "kCIImageChromaQuality")
  /// A CIVideoGamma, of pixel buffers whose curve is that of BT.709, BT.601 or BT.2020; `colorSpace` goes before it.
  /// The camera's curve when left out.
  public static let videoGamma = CIImageOption(rawValue: "kCIImageVideoGamma")
  /// Of images by providers: columns and rows of a tile in an array, or one number for both. Parts of any size when
  /// left out.
  public static let providerTileSize = CIImageOption(rawValue: "kCIImageProviderTileSize")
  /// Of images by providers: anything; the provider gets it with each call.
  public static let providerUserInfo = CIImageOption(rawValue: "kCIImageProviderUserInfo")

  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliaryDepth = CIImageOption(rawValue: "kCIImageAuxiliaryDepth")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliaryDisparity = CIImageOption(rawValue: "kCIImageAuxiliaryDisparity")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliaryHDRGainMap = CIImageOption(rawValue: "kCIImageAuxiliaryHDRGainMap")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "kCIImageAuxiliaryPortraitEffectsMatte")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkinMatte")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationHairMatte")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationTeethMatte")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationGlassesMatte")
  /// Bool: this image instead of the main one. None is read, so the image is nil.
  public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkyMatte")

  static let auxiliaryImages: [CIImageOption] = [
    .auxiliaryDepth, .auxiliaryDisparity, .auxiliaryHDRGainMap, .auxiliaryPortraitEffectsMatte,
    .auxiliarySemanticSegmentationSkinMatte, .auxiliarySemanticSegmentationHairMatte,
    .auxiliarySemanticSegmentationTeethMatte, .auxiliarySemanticSegmentationGlassesMatte,
    .auxiliarySemanticSegmentationSkyMatte,
  ]
}

/// How a `CIContext` works.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A CGColorSpace for results that name none, or NSNull for no conversion. sRGB when left out.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// An RGB CGColorSpace that filters compute in, or NSNull for no colour management. Extended linear sRGB when left
  /// out. A space with a curve keeps it: filters then see coded values. Of a profile that only tables describe the
  /// lights are taken, without a curve.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// A CIFormat, or its number, for images between steps that Vulkan stores: RGBA8, RGBAh or RGBAf. RGBAh when left
  /// out. The processor keeps floats between steps, whatever it says: which of them are stored at all depends on where
  /// a render is cut there, and no pixel may.
  public static let workingFormat = CIContextOption(rawValue: "working_format")
  /// Bool: maps that shrink an image to half or less average all its pixels. True when left out, as on macOS; false is
  /// faster, and leaves pixels out. `CIImage.transformed(by:highQualityDownsample:)` goes before it.
  public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
  /// Bool: whether results have their colours multiplied with alpha. True when left out.
  public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
  /// Bool: keep uploaded images, and intermediates that a second render asks for, between renders. True when left
  /// out.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// Bool: render on processor cores even where there is a GPU. False when left out.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
  /// Bool: let other work on the device go first. False when left out.
  public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
  /// Bool: where there are several devices, prefer one that needs little power. False when left out.
  public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
  /// String: shown in graphs and logs.
  public static let name = CIContextOption(rawValue: "kCIContextName")
  /// A number of megabytes that renders may take on the device.
  public static let memoryTarget = CIContextOption(rawValue: "kCIContextMemoryLimit")
}

/// What is written into a file beside the image, and how.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Changes nothing: files are written without auxiliary images.
  public static let avDepthData = CIImageRepresentationOption(rawValue: "kCIImageRepresentationAVDepthData")
  /// Changes nothing: files are written without auxiliary images.
  public static let depthImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDepthImage")
  /// Changes nothing: files are written without auxiliary images.
  public static let disparityImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDisparityImage")
  /// Changes nothing: files are written without auxiliary images.
  public static let portraitEffectsMatteImage = CIImageRepresentationOption(
    rawValue: "kCIImageRepresentationPortraitEffectsMatteImage")
  /// Changes nothing: files are written without auxiliary images.
  public static let hdrImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRImage")
  /// Changes nothing: files are written without auxiliary images.
  public static let hdrGainMapImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationHDRGainMapImage")
  /// This package's own, of PNG: a whole number of 0...9. 0 packs nothing, 1 is fast, 9 smallest and some fifty times
  /// as long as 1. 1 when left out. Other formats take it and do the same.
  public static let pngCompression = CIImageRepresentationOption(rawValue: "png_compression")
}

/// How well lossy formats keep the image: 0...1, 1 is best. Formats that lose nothing take it and do the same.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }

/// So that `kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption` is one.
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
