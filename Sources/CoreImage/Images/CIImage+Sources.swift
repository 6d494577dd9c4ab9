import Foundation
import ImageColor
import ImageFilters
import ImageGraph

extension CIImage {
  /// A picture in memory.
  ///
  /// - Parameter options: `colorSpace`, `nearestSampling`, `properties`, `contentHeadroom`, `contentAverageLightLevel`,
  ///   `toneMapHDRtoSDR`.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
    let options = ReadOptions(options)
    let given = options.space(else: image.space)
    let space = image.pixels.format.isGrey ? given : given?.withColors
    let source = Source(image.pixels, colorSpace: space, alpha: image.alpha, label: "CGImage")
    let plain = options.changesNothing
    let (node, headroom) = options.toneMapped(.source(source), headroom: statedHeadroom(of: space))
    self.init(
      options.sampled(node),
      Facts(
        properties: options.properties ?? [:], colorSpace: space.map(CGColorSpace.init), cgImage: plain ? image : nil,
        contentHeadroom: headroom, contentAverageLightLevel: options.averageLightLevel))
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

  public static let black = CIImage(color: .black)
  public static let blue = CIImage(color: .blue)
  public static let clear = CIImage(color: .clear)
  public static let cyan = CIImage(color: .cyan)
  public static let gray = CIImage(color: .gray)
  public static let green = CIImage(color: .green)
  public static let magenta = CIImage(color: .magenta)
  public static let red = CIImage(color: .red)
  public static let white = CIImage(color: .white)
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

/// The headroom of pictures in a space, as far as the space says it; 0 where it does not.
///
/// PQ states no white, and reaches farther than any picture: taken is what pictures are mastered for, 1000 cd/m² over
/// the 203 of reference white (ITU-R BT.2408-7). HLG reaches as far as its signal does.
func statedHeadroom(of space: ColorSpace?) -> Float {
  switch space?.transfer {
  case nil: 0
  case .pq: 1000.0 / 203
  case .hlg: Float(TransferFunction.hlgPeak)
  default: space?.isExtended == true ? 0 : 1
  }
}

/// The options of an image that is read, as values.
struct ReadOptions {
  let properties: [String: Any]?
  let appliesOrientation: Bool
  /// 0 when nothing is said.
  let averageLightLevel: Float
  private let isNearest: Bool
  private let colorSpace: Any?
  private let headroom: Float
  private let toneMaps: Bool

  init(_ options: [CIImageOption: Any]?) {
    func flag(_ key: CIImageOption) -> Bool { (number(from: options?[key]) ?? 0) != 0 }
    properties = options?[.properties] as? [String: Any]
    appliesOrientation = flag(.applyOrientationProperty)
    isNearest = flag(.nearestSampling)
    colorSpace = options?[.colorSpace]
    let headroom = number(from: options?[.contentHeadroom]).map { Float($0) } ?? 0
    self.headroom = headroom >= 1 && headroom.isFinite ? headroom : 0
    let level = number(from: options?[.contentAverageLightLevel]).map { Float($0) } ?? 0
    averageLightLevel = level > 0 && level.isFinite ? level : 0
    toneMaps = flag(.toneMapHDRtoSDR)
  }

  /// True when the image is its source and nothing else.
  var changesNothing: Bool {
    !appliesOrientation && !isNearest && colorSpace == nil && headroom == 0 && averageLightLevel == 0 && !toneMaps
  }

  /// The space to read in: the option's, none for NSNull, else the picture's own.
  func space(else own: ColorSpace?) -> ColorSpace? {
    if let space = colorSpace as? CGColorSpace { return space.space }
    return colorSpace is NSNull ? nil : own
  }

  /// The picture in the range that the options ask for, and its headroom.
  ///
  /// - Parameter headroom: the picture's own, where the options say nothing.
  func toneMapped(_ node: Node, headroom own: Float) -> (Node, headroom: Float) {
    let headroom = headroom > 0 ? headroom : own
    guard toneMaps, headroom > 1 else { return (node, headroom) }
    return (ToneMapHeadroom.mapped(node, from: headroom, to: 1), 1)
  }

  func sampled(_ node: Node) -> Node { isNearest ? node.sampled(.nearest) : node }
}
