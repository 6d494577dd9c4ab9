import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// An image with the conversions for a file type.
struct FileImage {
  private let image: CIImage
  private let output: FileOutputSettings
  private let space: ColorSpace
  private let region: UserRect

  /// - Parameter defaults: apply if the image's own properties do not contain them.
  /// - Throws: `invalidArgument` for an image without pixels.
  init(
    _ source: CGImageDestination.Image, _ type: ImageFileType, _ defaults: [String: Any]
  ) throws(RenderError) {
    let overrides = merged(defaults, source.properties)
    var own = source.image.properties
    // A given resolution of TIFF replaces that of the image, unless it is given as well.
    if let tiff = overrides[kCGImagePropertyTIFFDictionary] as? [String: Any],
      tiff[kCGImagePropertyTIFFXResolution] != nil
    {
      (own[kCGImagePropertyDPIWidth], own[kCGImagePropertyDPIHeight]) = (nil, nil)
    }
    let properties = merged(merged(own, defaults), source.properties)
    let settings = Settings(properties as CFDictionary)
    var image = source.image.reduced(
      to: settings.pixels(kCGImageDestinationImageMaxPixelSize, "CGImageDestinationFinalize"))
    let isOpaque = source.image.isOpaque
    let pixels = StoredPixels(source.image)
    if type == .jpeg, !isOpaque {
      // Image I/O's default.
      let color = properties[kCGImageDestinationBackgroundColor as String] as? CGColor ?? .white
      image = image.composited(over: CIImage(color: CIColor(cgColor: color)).cropped(to: image.extent))
    }
    var space = source.image.colorSpace?.space ?? .sRGB
    if settings.flag(kCGImageDestinationOptimizeColorForSharing) { space = .sRGB }
    // Grey images are stored with one component, unless the image's content has colours.
    let isGrey = source.isGrey && isOpaque && type.hasGrey
    if !isGrey { space = space.asRGB }
    // OpenEXR files specify primaries, which spaces of profiles may not have.
    if type == .openEXR { space = space.primaries == nil ? .extendedLinearSRGB : space.linearized }
    let quality = settings.number(kCGImageDestinationLossyCompressionQuality).map { min(max($0, 0), 1) } ?? 0.9
    let options = EncoderOptions(quality: quality, properties: properties, isOpaque: isOpaque, isDeep: pixels.isDeep)
    let format = type.pixels(pixels, isGrey: isGrey)
    output = FileOutputSettings(
      encoding: type.encoding(options), format: format,
      alpha: format.isOpaque ? .opaque : [.jpeg, .openEXR].contains(type) ? .premultiplied : .straight)
    region = try renderer.pixelRegion(of: image, in: .infinite)
    self.space = space
    let dictionaries = [
      kCGImagePropertyTIFFDictionary, kCGImagePropertyExifDictionary, kCGImagePropertyGPSDictionary,
      kCGImagePropertyIPTCDictionary, kCGImagePropertyExifAuxDictionary,
    ]
    let isOverridden = dictionaries.contains { defaults[$0] != nil || source.properties[$0] != nil }
    self.image = image.overridingProperties(properties, changesMetadata: isOverridden)
  }

  func write(to url: URL) throws(RenderError) {
    let metadata = image.metadata(of: region, in: space)
    _ = try renderer.write(image.node, region, as: output, colorSpace: space, metadata: metadata, to: url)
  }

  func encoded() throws(RenderError) -> Data {
    let metadata = image.metadata(of: region, in: space)
    return try renderer.encoded(image.node, region, as: output, colorSpace: space, metadata: metadata).data
  }
}

/// The storage of an image's components.
private struct StoredPixels {
  var isDeep = false
  var isFloat = false
  var isWide = false

  init(_ image: CIImage) {
    guard case .source(let source) = image.node.op else { return }
    let component = source.format.component
    (isDeep, isFloat) = (component != .unorm8, component == .half || component == .float)
    isWide = component == .float
  }
}

/// The properties of an image that are encoding options.
private struct EncoderOptions {
  let quality: Double
  let properties: [String: Any]
  let isOpaque: Bool
  let isDeep: Bool

  func inner(_ dictionary: String, _ key: String) -> Double? {
    CoreImage.number(from: (properties[dictionary] as? [String: Any])?[key])
  }

  var tiffCompression: TIFFOptions.Compression {
    switch inner(kCGImagePropertyTIFFDictionary, kCGImagePropertyTIFFCompression) {
    case 1: .none
    case 5: .lzw
    default: .deflate(level: 3)
    }
  }

  var isProgressive: Bool {
    (inner(kCGImagePropertyJFIFDictionary, kCGImagePropertyJFIFIsProgressive) ?? 0) != 0
  }
}

extension ImageFileType {
  fileprivate var hasGrey: Bool { [.png, .jpeg, .tiff].contains(self) }

  fileprivate func encoding(_ options: EncoderOptions) -> any ImageFileEncoding {
    switch self {
    // GIF and BMP are not written.
    case .png, .gif, .bmp: PNGOptions(dropsAlpha: options.isOpaque)
    case .jpeg: JPEGOptions(quality: options.quality, isProgressive: options.isProgressive)
    case .tiff: TIFFOptions(compression: options.tiffCompression, dropsAlpha: options.isOpaque)
    // The highest quality is lossless.
    case .webP:
      WebPOptions(
        quality: options.quality == 1 ? 0.5 : options.quality, isLossless: options.quality == 1,
        dropsAlpha: options.isOpaque)
    case .openEXR: EXROptions(dropsAlpha: options.isOpaque)
    case .heic, .heif:
      HEIFOptions(
        compression: .hevc, bits: options.isDeep ? 10 : 8, quality: options.quality, dropsAlpha: options.isOpaque)
    case .avif:
      HEIFOptions(
        compression: .av1, bits: options.isDeep ? 12 : 8, quality: options.quality, dropsAlpha: options.isOpaque)
    }
  }

  /// Returns the format to render pixels in for the codec.
  fileprivate func pixels(_ stored: StoredPixels, isGrey: Bool) -> PixelFormat {
    switch self {
    case .png, .heic, .heif, .avif, .gif, .bmp:
      isGrey ? (stored.isDeep ? .l16 : .l8) : (stored.isDeep ? .rgba16 : .rgba8)
    case .jpeg: isGrey ? .l8 : .rgba8
    case .webP: .rgba8
    case .openEXR: stored.isWide ? .rgbaf : .rgbah
    case .tiff:
      if stored.isWide {
        isGrey ? .lf : .rgbaf
      } else if stored.isFloat {
        isGrey ? .lh : .rgbah
      } else {
        isGrey ? (stored.isDeep ? .l16 : .l8) : (stored.isDeep ? .rgba16 : .rgba8)
      }
    }
  }
}
