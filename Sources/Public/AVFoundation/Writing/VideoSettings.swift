import CVideo
import CoreMedia
import Foundation
import PixelFormats

/// The encoding of an input's frames, read from a dictionary of AVFoundation's keys.
struct VideoSettings: Sendable {
  let width: Int
  let height: Int
  let encoder: String
  private let options: String
  private let keyFrameDistance: Int?
  private let rate: (numerator: Int32, denominator: Int32)?
  private let profileHasTenBits: Bool
  private let color: VideoColor
  private let chromaLocation: Int32
  private let isFullRange: Bool
  private let hintedBits: Int64
  private let dynamicRange: DynamicRange

  /// - Parameter hint: has the defaults for missing values.
  /// - Throws: the rejected value and the allowed values.
  init(_ settings: [String: Any], _ hint: CMFormatDescription?) throws(AVError) {
    let codec = try VideoCodec(settings[AVVideoCodecKey])
    func side(_ key: String, _ hinted: Int32?) throws(AVError) -> Int {
      let side = settings[key].map { wholeNumber($0) ?? -1 } ?? hinted.map { Int64($0) }
      guard let side, (2...16384).contains(side), side % 2 == 0 else {
        throw AVError(
          .incorrectlyConfigured,
          "\(key) is \(settings[key].map { "\($0)" } ?? "missing"); even numbers from 2 to 16384 are allowed")
      }
      return Int(side)
    }
    (width, height) = (
      try side(AVVideoWidthKey, hint?.dimensions.width), try side(AVVideoHeightKey, hint?.dimensions.height)
    )
    encoder = try codec.encoder()
    let properties = try Self.dictionary(settings, AVVideoCompressionPropertiesKey)
    let compression = try CompressionSettings(properties)
    (options, profileHasTenBits) = try codec.options(of: encoder, compression)
    (keyFrameDistance, rate) = (compression.keyFrameDistance, compression.rate)
    color = try Self.color(try Self.dictionary(settings, AVVideoColorPropertiesKey), hint)
    func hinted(_ key: CFString) -> Any? { hint?.extensions[key] }
    chromaLocation = Self.chromaLocation(hinted(kCMFormatDescriptionExtension_ChromaLocationTopField) as? CFString)
    isFullRange = hinted(kCMFormatDescriptionExtension_FullRangeVideo) as? Bool ?? false
    hintedBits = hinted(kCMFormatDescriptionExtension_BitsPerComponent).flatMap { wholeNumber($0) } ?? 8
    // The keys of HDR metadata in the compression properties are those of Core Video.
    dynamicRange = DynamicRange { properties[$0 as String] ?? hinted($0) }
    for key in settings.keys where !Self.supportedKeys.contains(key) {
      note("\(key) is not supported by the writer, and is ignored")
    }
  }

  private static let supportedKeys: Set<String> = [
    AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoCompressionPropertiesKey, AVVideoColorPropertiesKey,
  ]

  private static func dictionary(_ settings: [String: Any], _ key: String) throws(AVError) -> [String: Any] {
    guard let value = settings[key] else { return [:] }
    guard let dictionary = value as? [String: Any] else {
      throw AVError(.incorrectlyConfigured, "\(key) is \(value); a dictionary is required")
    }
    return dictionary
  }

  /// Returns the specified colour properties. The others are unspecified.
  private static func color(_ properties: [String: Any], _ hint: CMFormatDescription?) throws(AVError) -> VideoColor {
    func number(
      _ key: String, _ hinted: CFString, _ code: (CFString?) -> Int32
    ) throws(AVError) -> UInt8 {
      guard let value = properties[key] else { return UInt8(clamping: code(hint?.extensions[hinted] as? CFString)) }
      let number = code((value as? String).map { $0 as CFString } ?? value as? CFString)
      if number == 2 {
        throw AVError(.incorrectlyConfigured, "\(key) is \(value), which is not supported; use Core Video's constants")
      }
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

  private static func chromaLocation(_ location: CFString?) -> Int32 {
    let locations = [
      kCVImageBufferChromaLocation_Left, kCVImageBufferChromaLocation_Center, kCVImageBufferChromaLocation_TopLeft,
      kCVImageBufferChromaLocation_Top, kCVImageBufferChromaLocation_BottomLeft, kCVImageBufferChromaLocation_Bottom,
    ]
    return location.flatMap { location in locations.firstIndex(of: location) }.map { Int32($0) + 1 } ?? 1
  }

  /// Returns the encoding of the video stream.
  ///
  /// - Parameters:
  ///   - source: the pixel format of the buffers; nil for any.
  ///   - unit: the unit of times.
  /// - Throws: an error if the encoder does not support the colour properties.
  func encoding(of source: OSType?, in unit: TimeUnit) throws(AVError) -> VideoEncoding {
    let depth = source.map { Self.depth(of: $0) } ?? Int(hintedBits)
    let planar = [kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange]
    let layout = VDLayout.chosen(
      by: encoder, options, of: .quarter,
      hasTenBits: depth > 8 || profileHasTenBits || [16, 18].contains(color.transfer),
      isPaired: source.map { !planar.contains($0) } ?? true)
    let hasTenBits = layout.hasTenBits
    if [16, 18].contains(color.transfer), !hasTenBits {
      throw AVError(
        .incorrectlyConfigured, "PQ and HLG need 10 bits, which \(encoder) does not support; use .hevc, or BT.709")
    }
    let output = color.completed(width: width, height: height, depth: hasTenBits ? 10 : 8)
    let dynamicRange = [16, 18].contains(output.transfer) ? dynamicRange : DynamicRange()
    return VideoEncoding(
      encoder: encoder, options: options, layout: layout,
      width: width, height: height, unit: unit, rate: rate,
      colors: StreamColors(
        primaries: Int32(output.primaries), transfer: Int32(output.transfer), matrix: Int32(output.matrix),
        chromaLocation: chromaLocation),
      isFullRange: encoder.codecHasFullRange && (source.map { Self.fullRange.contains($0) } ?? isFullRange),
      keyFrameDistance: keyFrameDistance,
      dynamicRange: dynamicRange)
  }

  private static let fullRange: Set<OSType> = [
    kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10PlanarLowFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
  ]

  /// Returns the bit depth of a pixel format; more than 8 for formats that are not listed.
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
  /// The pixel format of buffers that the encoder accepts without conversion.
  var pixelFormat: OSType { layout.pixelFormat(isFullRange: isFullRange) }
}
