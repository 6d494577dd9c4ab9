import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import PixelFormats

/// The options of creating an image, as values.
struct ReadOptions: ReadFromOptions {
  let properties: [String: Any]?
  let appliesOrientation: Bool
  /// 0 by default.
  let averageLightLevel: Float
  /// Whether pixels are decoded when the image is created, instead of with its first render.
  let decodesNow: Bool
  /// The requested auxiliary image, by its option; nil: the main image.
  let auxiliary: CIImageOption?
  /// 1, 2, 4 or 8.
  let subsampling: Int
  /// The image of a file with several ones. Nil: the first one, by default.
  let imageIndex: Int?
  /// For buffers of Y'CbCr. Nil: automatic.
  let chromaQuality: ChromaQuality?
  /// For buffers with the transfer function of a camera.
  let videoGamma: CIVideoGamma
  /// Whether pixels outside of the clean aperture are cropped.
  let appliesCleanAperture: Bool
  /// The limits of the image's file; nil: those of the process.
  private let limits: CodecLimits?
  let problems: [RenderError]
  private let isNearest: Bool
  private let space: Space?
  private let headroom: Float
  private let toneMaps: Bool

  private enum Space {
    /// None: values are those of the working space.
    case working
    case own(ColorSpace)
  }

  init(_ options: [CIImageOption: Any]?) {
    var reader = OptionReader(options)
    self.init(&reader)
  }

  /// - Parameter reader: may have read other options.
  init(_ reader: inout OptionReader<CIImageOption>) {
    properties = reader.value(.properties, "a dictionary with the keys of Image I/O") { $0 as? [String: Any] }
    appliesOrientation = reader.flag(.applyOrientationProperty) ?? false
    isNearest = reader.flag(.nearestSampling) ?? false
    space = reader.value(.colorSpace, "a CGColorSpace or NSNull") { value -> Space? in
      if let space = value as? CGColorSpace { return .own(space.space) }
      return value is NSNull ? .working : nil
    }
    headroom =
      reader.number(.contentHeadroom, "a number of 1 and more, or 0") { $0 == 0 || $0 >= 1 && $0.isFinite }
      .map { Float($0) } ?? 0
    averageLightLevel =
      reader.number(.contentAverageLightLevel, "a number of 0 and more") { $0 >= 0 && $0.isFinite }
      .map { Float($0) } ?? 0
    toneMaps = reader.flag(.toneMapHDRtoSDR) ?? false
    limits = reader.value(.codecLimits, "CodecLimits") { $0 as? CodecLimits }
    subsampling =
      reader.number(.subsampleFactor, "1, 2, 4 or 8", where: { [1, 2, 4, 8].contains($0) }).map { Int($0) } ?? 1
    imageIndex =
      reader.number(.imageIndex, "a whole number of 0 and more", where: { $0 >= 0 && $0 < 1e9 && $0 == $0.rounded() })
      .map { Int($0) }
    chromaQuality =
      reader.value(.chromaQuality, "a CIChromaQuality") { $0 as? CIChromaQuality }?.quality
    videoGamma = reader.value(.videoGamma, "a CIVideoGamma") { $0 as? CIVideoGamma } ?? .camera
    appliesCleanAperture = reader.flag(.applyCleanAperture) ?? false
    decodesNow = reader.flag(.cacheImmediately) ?? false
    // Highlights are always read.
    _ = reader.flag(.expandToHDR)
    var requestedAuxiliary: CIImageOption?
    for key in CIImageOption.auxiliaryImages where reader.flag(key) == true {
      requestedAuxiliary = requestedAuxiliary ?? key
    }
    auxiliary = requestedAuxiliary
    let reason = "it applies to images of providers only, CIImage(imageProvider:…)"
    problems = reader.problems([.providerTileSize: reason, .providerUserInfo: reason])
  }

  /// Returns the limits of the image's file.
  ///
  /// - Throws: `invalidArgument` for invalid limits of the process.
  func codecLimits() throws(RenderError) -> CodecLimits {
    if let limits { return limits }
    return try CodecLimits.process.get()
  }

  /// Whether the image equals its source.
  var changesNothing: Bool {
    !appliesOrientation && !isNearest && subsampling == 1 && (imageIndex ?? 0) == 0 && space == nil && headroom == 0
      && averageLightLevel == 0 && !toneMaps && !appliesCleanAperture && videoGamma == .camera
  }

  /// Returns the colour space to read in: that of the option, nil for NSNull, else the image's own.
  func space(else own: ColorSpace?) -> ColorSpace? {
    switch space {
    case nil: own
    case .working?: nil
    case .own(let space)?: space
    }
  }

  /// Applies the tone mapping of the options. Returns the image and its headroom.
  ///
  /// - Parameter headroom: that of the image, used if the options have none.
  func toneMapped(_ node: Node, headroom own: Float) -> (Node, headroom: Float) {
    let headroom = headroom > 0 ? headroom : own
    guard toneMaps, headroom > 1 else { return (node, headroom) }
    return (ToneMapHeadroom.mapped(node, from: headroom, to: 1), 1)
  }

  func sampled(_ node: Node) -> Node { isNearest ? node.sampled(.nearest) : node }

  /// Rotates the image to upright if the options require it, and sets the orientation of its properties to 1.
  func upright(_ node: Node, _ properties: ImageProperties) -> (Node, ImageProperties) {
    guard appliesOrientation, let rect = node.extent.rect,
      let orientation = CGImagePropertyOrientation(rawValue: UInt32(properties.orientation)),
      let rotated = node.transformed(by: orientation.map(width: rect.width, height: rect.height))
    else { return (node, properties) }
    return (rotated, properties.rotatedUpright)
  }

  /// Returns the error for a request of an auxiliary image.
  static func noAuxiliary(_ option: CIImageOption) -> RenderError {
    .unsupported(
      "\(option.rawValue): auxiliary images are not supported; omit the option to read the main image")
  }
}
