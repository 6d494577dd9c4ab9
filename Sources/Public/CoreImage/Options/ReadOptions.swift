import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import PixelFormats

/// The options of an image that is read, as values.
struct ReadOptions: ReadFromOptions {
  let properties: [String: Any]?
  let appliesOrientation: Bool
  /// 0 when nothing is said.
  let averageLightLevel: Float
  /// True when pixels are decoded with the image, not with its first render.
  let decodesNow: Bool
  /// The image beside the main one that is asked for, by its option; nil: the main one.
  let auxiliary: CIImageOption?
  /// 1, 2, 4 or 8.
  let subsampling: Int
  /// Of buffers of Y'CbCr.
  /// Nil: automatic.
  let chromaQuality: ChromaQuality?
  /// Of buffers with a camera's curve.
  let videoGamma: CIVideoGamma
  /// True to leave out what attachments say is not to be seen.
  let appliesCleanAperture: Bool
  /// What the image may ask for; nil: what the process allows.
  private let limits: CodecLimits?
  let problems: [RenderError]
  private let isNearest: Bool
  private let space: Space?
  private let headroom: Float
  private let toneMaps: Bool

  private enum Space {
    /// None: values are as the working space has them.
    case working
    case own(ColorSpace)
  }

  init(_ options: [CIImageOption: Any]?) {
    var reader = OptionReader(options)
    self.init(&reader)
  }

  /// - Parameter reader: may have read options of its own.
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
    chromaQuality =
      reader.value(.chromaQuality, "a CIChromaQuality") { $0 as? CIChromaQuality }?.quality
    videoGamma = reader.value(.videoGamma, "a CIVideoGamma") { $0 as? CIVideoGamma } ?? .camera
    appliesCleanAperture = reader.flag(.applyCleanAperture) ?? false
    decodesNow = reader.flag(.cacheImmediately) ?? false
    // Highlights are always read whole.
    _ = reader.flag(.expandToHDR)
    var wanted: CIImageOption?
    for key in CIImageOption.auxiliaryImages where reader.flag(key) == true { wanted = wanted ?? key }
    auxiliary = wanted
    let reason = "only images of providers, CIImage(imageProvider:…), have it"
    problems = reader.problems([.providerTileSize: reason, .providerUserInfo: reason])
  }

  /// What the image may ask for.
  ///
  /// - Throws: what is wrong with the process's own limits.
  func codecLimits() throws(RenderError) -> CodecLimits {
    if let limits { return limits }
    return try CodecLimits.process.get()
  }

  /// True when the image is its source and nothing else.
  var changesNothing: Bool {
    !appliesOrientation && !isNearest && subsampling == 1 && space == nil && headroom == 0 && averageLightLevel == 0
      && !toneMaps && !appliesCleanAperture && videoGamma == .camera
  }

  /// The space to read in: the option's, none for NSNull, else the image's own.
  func space(else own: ColorSpace?) -> ColorSpace? {
    switch space {
    case nil: own
    case .working?: nil
    case .own(let space)?: space
    }
  }

  /// The image in the range that the options ask for, and its headroom.
  ///
  /// - Parameter headroom: the image's own, where the options say nothing.
  func toneMapped(_ node: Node, headroom own: Float) -> (Node, headroom: Float) {
    let headroom = headroom > 0 ? headroom : own
    guard toneMaps, headroom > 1 else { return (node, headroom) }
    return (ToneMapHeadroom.mapped(node, from: headroom, to: 1), 1)
  }

  func sampled(_ node: Node) -> Node { isNearest ? node.sampled(.nearest) : node }

  /// The image turned upright as its properties say, where that is asked for, with properties that say so.
  func upright(_ node: Node, _ properties: ImageProperties) -> (Node, ImageProperties) {
    guard appliesOrientation, let rect = node.extent.rect,
      let orientation = CGImagePropertyOrientation(rawValue: UInt32(properties.orientation)),
      let turned = node.transformed(by: orientation.map(width: rect.width, height: rect.height))
    else { return (node, properties) }
    return (turned, properties.turnedUpright)
  }

  /// What to say where an image beside the main one is asked for.
  static func noAuxiliary(_ option: CIImageOption) -> RenderError {
    .unsupported(
      "\(option.rawValue): of files only the main image is read; leave the option out to have that")
  }
}
