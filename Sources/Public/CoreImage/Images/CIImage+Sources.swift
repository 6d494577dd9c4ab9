import Foundation
import ImageColor
import ImageFilters
import ImageGraph

extension CIImage {
  /// An image in memory.
  ///
  /// - Parameter options: `colorSpace`, `nearestSampling`, `properties`, `applyOrientationProperty`, `contentHeadroom`,
  ///   `contentAverageLightLevel`, `toneMapHDRtoSDR`; `codecLimits`, `cacheImmediately` and `expandToHDR` change
  ///   nothing, others have no effect and a line in the log. An image in memory has no auxiliary ones: to ask for one
  ///   gives the empty image.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
    let options = ReadOptions(options).noted(in: .process, by: "CIImage(cgImage:)")
    if let auxiliary = options.auxiliary {
      RenderLog.process.note("CIImage(cgImage:): \(ReadOptions.noAuxiliary(auxiliary))")
      self.init(node: .empty)
      return
    }
    let given = options.space(else: image.space)
    let space = image.pixels.format.isGrey ? given : given?.withColors
    let source = Source(image.pixels, colorSpace: space, alpha: image.alpha, label: "CGImage")
    self.init(.source(source), in: space, options, origin: Facts(cgImage: image))
  }

  /// Pixels in memory, copied; components in the machine's byte order, colours premultiplied, top row first.
  ///
  /// Bytes that are too few, sizes that are not positive and formats that pixels cannot be stored in give the empty
  /// image and a line in the log.
  ///
  /// - Parameter colorSpace: nil when the values are in the working space already.
  public convenience init(
    bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
  ) {
    do throws(RenderError) {
      let source = try Self.source(data, bytesPerRow: bytesPerRow, size: size, format: format, space: colorSpace?.space)
      self.init(
        .source(source), Facts(colorSpace: colorSpace, contentHeadroom: statedHeadroom(of: colorSpace?.space)))
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
      throw .invalidArgument("a bitmap's size is in whole pixels, not \(size.width)x\(size.height)")
    }
    let pixels = try PixelBuffer(
      copying: data, width: width, height: height, format: pixelFormat, rowBytes: bytesPerRow)
    return Source(
      pixels, colorSpace: pixelFormat.isGrey ? space : space?.withColors, alpha: .premultiplied)
  }

  /// One colour everywhere; infinite.
  public convenience init(color: CIColor) {
    self.init(node: Self.node("CIConstantColorGenerator", ["inputColor": .color(color.value)]))
  }

  /// No pixels at all; the extent is null.
  public class func empty() -> CIImage { CIImage(node: .empty) }

  /// One colour everywhere, black; infinite.
  public static let black = CIImage(color: .black)
  /// One colour everywhere, blue; infinite.
  public static let blue = CIImage(color: .blue)
  /// Clear pixels everywhere; infinite.
  public static let clear = CIImage(color: .clear)
  /// One colour everywhere, cyan; infinite.
  public static let cyan = CIImage(color: .cyan)
  /// One colour everywhere, grey of 0.5 in sRGB; infinite.
  public static let gray = CIImage(color: .gray)
  /// One colour everywhere, green; infinite.
  public static let green = CIImage(color: .green)
  /// One colour everywhere, magenta; infinite.
  public static let magenta = CIImage(color: .magenta)
  /// One colour everywhere, red; infinite.
  public static let red = CIImage(color: .red)
  /// One colour everywhere, white; infinite.
  public static let white = CIImage(color: .white)
  /// One colour everywhere, yellow; infinite.
  public static let yellow = CIImage(color: .yellow)

  /// The recipe of a filter of the catalogue whose values are known to be right.
  static func node(_ filter: String, _ values: [String: InputValue]) -> Node {
    do {
      return try Catalogue.filter(named: filter)?.image(from: values) ?? .empty
    } catch {
      RenderLog.process.note("\(filter): \(error)")
      return .empty
    }
  }
}

/// The headroom of images in a space, as far as the space says it; 0 where it does not.
///
/// PQ states no white, and reaches farther than any image: taken is what images are mastered for, 1000 cd/m² over
/// the 203 of reference white (ITU-R BT.2408-7). HLG reaches as far as its signal does.
func statedHeadroom(of space: ColorSpace?) -> Float {
  switch space?.transfer {
  case nil: 0
  case .pq: 1000.0 / 203
  case .hlg: Float(TransferFunction.hlgPeak)
  default: space?.isExtended == true ? 0 : 1
  }
}
