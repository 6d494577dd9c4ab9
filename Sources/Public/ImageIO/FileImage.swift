import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

/// An image in the form that a file has it in.
struct FileImage {
  private let image: CIImage
  private let form: FileOutputSettings
  private let space: ColorSpace
  private let region: UserRect

  /// - Parameter defaults: what holds where the image says nothing.
  /// - Throws: `invalidArgument` for an image without pixels.
  init(
    _ source: CGImageDestination.Image, _ type: ImageFileType, _ defaults: [String: Any]
  ) throws(RenderError) {
    let said = merged(merged(source.image.properties, defaults), source.properties)
    let settings = Settings(said as CFDictionary)
    var image = source.image.reduced(
      to: settings.pixels(kCGImageDestinationImageMaxPixelSize, "CGImageDestinationFinalize"))
    let isOpaque = source.image.isOpaque
    let pixels = StoredPixels(source.image)
    if type == .jpeg, !isOpaque {
      // Image I/O's default.
      let color = said[kCGImageDestinationBackgroundColor as String] as? CGColor ?? .white
      image = image.composited(over: CIImage(color: CIColor(cgColor: color)).cropped(to: image.extent))
    }
    var space = source.image.colorSpace?.space ?? .sRGB
    if settings.flag(kCGImageDestinationOptimizeColorForSharing) { space = .sRGB }
    // One component for all colours, where nothing gave it others.
    let isGrey = source.isGrey && isOpaque && type.hasGrey
    if !isGrey { space = space.withColors }
    // Files of OpenEXR state primaries, which spaces of profiles may not have.
    if type == .openEXR { space = space.primaries == nil ? .extendedLinearSRGB : space.linearized }
    let quality = settings.number(kCGImageDestinationLossyCompressionQuality).map { min(max($0, 0), 1) } ?? 0.9
    let choices = EncoderOptions(quality: quality, said: said, isOpaque: isOpaque, isDeep: pixels.isDeep)
    let format = type.pixels(pixels, isGrey: isGrey)
    form = FileOutputSettings(
      encoding: type.encoding(choices), format: format,
      alpha: format.isOpaque ? .opaque : [.jpeg, .openEXR].contains(type) ? .premultiplied : .straight)
    region = try renderer.pixelRegion(of: image, in: .infinite)
    self.space = space
    self.image = image.settingProperties(said)
  }

  func write(to url: URL) throws(RenderError) {
    let metadata = image.metadata(of: region, in: space)
    _ = try renderer.write(image.node, region, as: form, colorSpace: space, metadata: metadata, to: url)
  }

  func encoded() throws(RenderError) -> Data {
    let metadata = image.metadata(of: region, in: space)
    return try renderer.encoded(image.node, region, as: form, colorSpace: space, metadata: metadata).data
  }
}

/// How the components of an image's pixels are stored.
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

/// What of an image's properties is for its codec.
private struct EncoderOptions {
  let quality: Double
  let said: [String: Any]
  let isOpaque: Bool
  let isDeep: Bool

  func inner(_ dictionary: String, _ key: String) -> Double? {
    CoreImage.number(from: (said[dictionary] as? [String: Any])?[key])
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

  fileprivate func encoding(_ choices: EncoderOptions) -> any ImageFileEncoding {
    switch self {
    case .png: PNGOptions(dropsAlpha: choices.isOpaque)
    case .jpeg: JPEGOptions(quality: choices.quality, isProgressive: choices.isProgressive)
    case .tiff: TIFFOptions(compression: choices.tiffCompression, dropsAlpha: choices.isOpaque)
    // The best that there is loses nothing.
    case .webP:
      WebPOptions(
        quality: choices.quality == 1 ? 0.5 : choices.quality, isLossless: choices.quality == 1,
        dropsAlpha: choices.isOpaque)
    case .openEXR: EXROptions(dropsAlpha: choices.isOpaque)
    case .heic, .heif:
      HEIFOptions(
        compression: .hevc, bits: choices.isDeep ? 10 : 8, quality: choices.quality, dropsAlpha: choices.isOpaque)
    case .avif:
      HEIFOptions(
        compression: .av1, bits: choices.isDeep ? 12 : 8, quality: choices.quality, dropsAlpha: choices.isOpaque)
    }
  }

  /// How pixels are rendered for the codec.
  fileprivate func pixels(_ stored: StoredPixels, isGrey: Bool) -> PixelFormat {
    switch self {
    case .png, .heic, .heif, .avif:
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
