import CVideo
import CoreMedia
import Foundation
import PixelFormats

/// How images of a writer's input are encoded, read from a dictionary of AVFoundation's keys.
struct VideoSettings: Sendable {
  let width: Int
  let height: Int
  let encoder: String
  private let options: String
  private let keyFrameDistance: Int?
  private let rate: (numerator: Int32, denominator: Int32)?
  private let profileWantsTenBits: Bool
  private let color: VideoColor
  private let chromaPlace: Int32
  private let isFullRange: Bool
  private let hintedBits: Int64
  private let light: DynamicRange

  /// - Parameter hint: what is not said is as there.
  /// - Throws: what is asked and what is allowed.
  init(_ settings: [String: Any], _ hint: CMFormatDescription?) throws(AVError) {
    let codec = try VideoCodec(settings[AVVideoCodecKey])
    func side(_ key: String, _ hinted: Int32?) throws(AVError) -> Int {
      let said = settings[key].map { wholeNumber($0) ?? -1 } ?? hinted.map { Int64($0) }
      guard let said, (2...16384).contains(said), said % 2 == 0 else {
        throw AVError(
          .incorrectlyConfigured,
          "\(key) is \(settings[key].map { "\($0)" } ?? "not there"); even numbers from 2 to 16384 are allowed")
      }
      return Int(said)
    }
    (width, height) = (
      try side(AVVideoWidthKey, hint?.dimensions.width), try side(AVVideoHeightKey, hint?.dimensions.height)
    )
    encoder = try codec.encoder()
    let properties = try Self.dictionary(settings, AVVideoCompressionPropertiesKey)
    let compression = try CompressionSettings(properties)
    (options, profileWantsTenBits) = try codec.options(of: encoder, compression)
    (keyFrameDistance, rate) = (compression.keyFrameDistance, compression.rate)
    color = try Self.color(try Self.dictionary(settings, AVVideoColorPropertiesKey), hint)
    func hinted(_ key: CFString) -> Any? { hint?.extensions[key] }
    chromaPlace = Self.chromaPlace(hinted(kCMFormatDescriptionExtension_ChromaLocationTopField) as? CFString)
    isFullRange = hinted(kCMFormatDescriptionExtension_FullRangeVideo) as? Bool ?? false
    hintedBits = hinted(kCMFormatDescriptionExtension_BitsPerComponent).flatMap { wholeNumber($0) } ?? 8
    // Keys of compression properties are Core Video's for these two.
    light = DynamicRange { properties[$0 as String] ?? hinted($0) }
    for key in settings.keys where !Self.known.contains(key) {
      note("\(key) is not known to the writer, and changes nothing")
    }
  }

  private static let known: Set<String> = [
    AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoCompressionPropertiesKey, AVVideoColorPropertiesKey,
  ]

  private static func dictionary(_ settings: [String: Any], _ key: String) throws(AVError) -> [String: Any] {
    guard let value = settings[key] else { return [:] }
    guard let dictionary = value as? [String: Any] else {
      throw AVError(.incorrectlyConfigured, "\(key) is \(value); a dictionary is allowed")
    }
    return dictionary
  }

  /// What is said, with the rest unspecified.
  private static func color(_ said: [String: Any], _ hint: CMFormatDescription?) throws(AVError) -> VideoColor {
    func number(
      _ key: String, _ hinted: CFString, _ code: (CFString?) -> Int32
    ) throws(AVError) -> UInt8 {
      guard let value = said[key] else { return UInt8(clamping: code(hint?.extensions[hinted] as? CFString)) }
      let number = code((value as? String).map { $0 as CFString } ?? value as? CFString)
      if number == 2 { throw AVError(.incorrectlyConfigured, "\(key) is \(value), which is not known here") }
      return UInt8(clamping: number)
    }
    return VideoColor(
      primaries: try number(
        AVVideoColorPrimariesKey, kCVImageBufferColorPrimariesKey, CVColorPrimariesGetIntegerCodePointForString),
      transfer: try number(
        AVVideoTransferFunctionKey, kCVImageBufferTransferFunctionKey, CVTransferFunctionGetIntegerCodePointForString),
      matrix: try number(
        AVVideoYCbCrMatrixKey, kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString))
  }

  private static func chromaPlace(_ said: CFString?) -> Int32 {
    let places = [
      kCVImageBufferChromaLocation_Left, kCVImageBufferChromaLocation_Center, kCVImageBufferChromaLocation_TopLeft,
      kCVImageBufferChromaLocation_Top, kCVImageBufferChromaLocation_BottomLeft, kCVImageBufferChromaLocation_Bottom,
    ]
    return said.flatMap { said in places.firstIndex(of: said) }.map { Int32($0) + 1 } ?? 1
  }

  /// How images are encoded.
  ///
  /// - Parameters:
  ///   - source: the format of the buffers that come; nil: any.
  ///   - unit: of times.
  /// - Throws: where the encoder cannot carry the colours.
  func encoding(of source: OSType?, in unit: TimeUnit) throws(AVError) -> VideoEncoding {
    let depth = source.map { Self.depth(of: $0) } ?? Int(hintedBits)
    let apart = [kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange]
    let layout = VDLayout.chosen(
      by: encoder, options, of: .quarter,
      hasTenBits: depth > 8 || profileWantsTenBits || [16, 18].contains(color.transfer),
      isPaired: source.map { !apart.contains($0) } ?? true)
    let hasTenBits = layout.hasTenBits
    if [16, 18].contains(color.transfer), !hasTenBits {
      throw AVError(
        .incorrectlyConfigured, "PQ and HLG take 10 bits, which \(encoder) does not; ask for .hevc, or for BT.709")
    }
    let meant = color.completed(width: width, height: height, depth: hasTenBits ? 10 : 8)
    let light = [16, 18].contains(meant.transfer) ? light : DynamicRange()
    return VideoEncoding(
      encoder: encoder, options: options, layout: layout,
      width: width, height: height, unit: unit, rate: rate,
      colors: StreamColors(
        primaries: Int32(meant.primaries), transfer: Int32(meant.transfer), matrix: Int32(meant.matrix),
        chromaPlace: chromaPlace),
      isFullRange: encoder.codecHasFullRange && (source.map { Self.fullRange.contains($0) } ?? isFullRange),
      keyFrameDistance: keyFrameDistance,
      light: light)
  }

  private static let fullRange: Set<OSType> = [
    kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10PlanarLowFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
  ]

  /// Bits of a number in buffers of a format; more than 8 for those that are not known.
  private static func depth(of format: OSType) -> Int {
    let narrow: Set<OSType> = [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ABGR,
      kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_OneComponent8,
      kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange,
    ]
    return narrow.contains(format) ? 8 : 10
  }
}

extension VideoEncoding {
  /// The format of buffers that the encoder takes as they are.
  var pixelFormat: OSType { layout.pixelFormat(isFullRange: isFullRange) }
}
