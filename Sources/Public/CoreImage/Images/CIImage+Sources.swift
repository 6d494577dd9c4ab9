import Foundation
import ImageColor
import ImageFilters
import ImageGraph

extension CIImage {
  /// Creates an image of a bitmap.
  ///
  /// - Parameter options: `colorSpace`, `nearestSampling`, `properties`, `applyOrientationProperty`, `contentHeadroom`,
  ///   `contentAverageLightLevel`, `toneMapHDRtoSDR`. `codecLimits`, `cacheImmediately` and `expandToHDR` are accepted
  ///   without effect; others are logged. Bitmaps have no auxiliary images: a request for one gives the empty image.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
    let options = ReadOptions(options).noted(in: .process, by: "CIImage(cgImage:)")
    if let auxiliary = options.auxiliary {
      RenderLog.process.note("CIImage(cgImage:): \(ReadOptions.noAuxiliary(auxiliary))")
      self.init(node: .empty)
      return
    }
    let selectedSpace = options.space(else: image.space)
    let space = image.pixels.format.isGrey ? selectedSpace : selectedSpace?.asRGB
    let source = Source(image.pixels, colorSpace: space, alpha: image.alpha, label: "CGImage")
    self.init(.source(source), in: space, options, origin: Facts(cgImage: image))
  }

  /// Creates an image of a copy of pixels in memory: components in native byte order, premultiplied, top row first.
  ///
  /// If there are too few bytes, a size is not positive, or the format cannot store pixels, the image is empty and the
  /// reason is logged.
  ///
  /// - Parameter colorSpace: nil if the values are in the working space.
  public convenience init(
    bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
  ) {
    do throws(RenderError) {
      let source = try Self.source(data, bytesPerRow: bytesPerRow, size: size, format: format, space: colorSpace?.space)
      self.init(
        .source(source), Facts(colorSpace: colorSpace, contentHeadroom: impliedHeadroom(of: colorSpace?.space)))
    } catch {
      RenderLog.process.note("CIImage(bitmapData:): \(error)")
      self.init(node: .empty)
    }
  }

  private static func source(
    _ data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, space: ColorSpace?
  ) throws(RenderError) -> Source {
    guard let pixelFormat = format.pixelFormat else {
      throw .unsupported("bitmaps cannot be read as \(format)")
    }
    guard let width = Int(exactly: size.width), let height = Int(exactly: size.height) else {
      throw .invalidArgument("a bitmap's size must be in whole pixels (got \(size.width)x\(size.height))")
    }
    let pixels = try PixelBuffer(
      copying: data, width: width, height: height, format: pixelFormat, rowBytes: bytesPerRow)
    return Source(
      pixels, colorSpace: pixelFormat.isGrey ? space : space?.asRGB, alpha: .premultiplied)
  }

  /// Creates an infinite image of one colour.
  public convenience init(color: CIColor) {
    self.init(node: Self.node("CIConstantColorGenerator", ["inputColor": .color(color.value)]))
  }

  /// Returns an image without pixels, whose extent is null.
  public class func empty() -> CIImage { CIImage(node: .empty) }

  /// An infinite image of black.
  public static let black = CIImage(color: .black)
  /// An infinite image of blue.
  public static let blue = CIImage(color: .blue)
  /// An infinite image of transparent black.
  public static let clear = CIImage(color: .clear)
  /// An infinite image of cyan.
  public static let cyan = CIImage(color: .cyan)
  /// An infinite image of grey, 0.5 in sRGB.
  public static let gray = CIImage(color: .gray)
  /// An infinite image of green.
  public static let green = CIImage(color: .green)
  /// An infinite image of magenta.
  public static let magenta = CIImage(color: .magenta)
  /// An infinite image of red.
  public static let red = CIImage(color: .red)
  /// An infinite image of white.
  public static let white = CIImage(color: .white)
  /// An infinite image of yellow.
  public static let yellow = CIImage(color: .yellow)

  /// Returns the recipe of a catalogue filter with valid values.
  static func node(_ filter: String, _ values: [String: InputValue]) -> Node {
    do {
      return try Catalogue.filter(named: filter)?.image(from: values) ?? .empty
    } catch {
      RenderLog.process.note("\(filter): \(error)")
      return .empty
    }
  }
}

/// Returns the headroom that a colour space implies; 0 if it implies none.
///
/// PQ defines no white, and its peak exceeds that of any image. The value is the common mastering peak of 1000 cd/m²
/// over the 203 cd/m² of reference white (ITU-R BT.2408-7). The headroom of HLG is the peak of its signal.
func impliedHeadroom(of space: ColorSpace?) -> Float {
  switch space?.transfer {
  case nil: 0
  case .pq: 1000.0 / 203
  case .hlg: Float(TransferFunction.hlgPeak)
  default: space?.isExtended == true ? 0 : 1
  }
}
