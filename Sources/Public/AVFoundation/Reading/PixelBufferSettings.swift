import CoreMedia
import Foundation

/// The settings of pixel buffers, read from a dictionary of Core Video's keys.
struct PixelBufferSettings: Sendable {
  /// The pixel format; nil for that of the decoder.
  let format: OSType?

  /// The supported formats, regardless of the decoder's format.
  static let formats: [OSType] = [
    kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10PlanarLow, kCVPixelFormatType_420YpCbCr10PlanarLowFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR,
    kCVPixelFormatType_64RGBAHalf,
  ]

  /// - Parameters:
  ///   - defaultFormat: used if the settings have no format.
  ///   - size: the size of frames; nil to skip its check.
  /// - Throws: the rejected value and the allowed values.
  init(_ settings: [String: Any], defaultFormat: OSType?, size: (width: Int, height: Int)?) throws(AVError) {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    if let value = settings[key] {
      guard let format = wholeNumber(value).flatMap({ OSType(exactly: $0) }), Self.formats.contains(format) else {
        throw AVError(
          .incorrectlyConfigured,
          "\(key) is \(wholeNumber(value).map { characters(OSType(truncatingIfNeeded: $0)) } ?? "\(value)"); "
            + "supported are " + Self.formats.map(characters).joined(separator: ", "))
      }
      self.format = format
    } else {
      format = defaultFormat
    }
    guard let size else { return }
    for (key, length) in [(kCVPixelBufferWidthKey, size.width), (kCVPixelBufferHeightKey, size.height)] {
      guard let value = settings[key as String], wholeNumber(value) != Int64(length) else { continue }
      throw AVError(
        .incorrectlyConfigured,
        "\(key) is \(value), but frames have \(size.width)x\(size.height) pixels; remove the key, and scale by a "
          + "composition")
    }
  }
}
