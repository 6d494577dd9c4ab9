import CoreMedia
import Foundation

/// What pixel buffers are asked for, read from a dictionary of Core Video's keys.
struct PixelBufferSettings: Sendable {
  /// nil: as they were decoded.
  let format: OSType?

  /// Formats that images are given in, whatever they were decoded to.
  static let formats: [OSType] = [
    kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10PlanarLow, kCVPixelFormatType_420YpCbCr10PlanarLowFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR,
    kCVPixelFormatType_64RGBAHalf,
  ]

  /// - Parameters:
  ///   - otherwise: the format where none is asked for.
  ///   - size: what images have; nil: it was checked.
  /// - Throws: what is asked and what is allowed.
  init(_ settings: [String: Any], otherwise: OSType?, size: (width: Int, height: Int)?) throws(AVError) {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    if let value = settings[key] {
      guard let format = wholeNumber(value).flatMap({ OSType(exactly: $0) }), Self.formats.contains(format) else {
        throw AVError(
          .incorrectlyConfigured,
          "\(key) is \(wholeNumber(value).map { characters(OSType(truncatingIfNeeded: $0)) } ?? "\(value)"); "
            + "images are given as " + Self.formats.map(characters).joined(separator: ", "))
      }
      self.format = format
    } else {
      format = otherwise
    }
    guard let size else { return }
    for (key, length) in [(kCVPixelBufferWidthKey, size.width), (kCVPixelBufferHeightKey, size.height)] {
      guard let value = settings[key as String], wholeNumber(value) != Int64(length) else { continue }
      throw AVError(
        .incorrectlyConfigured,
        "\(key) is \(value), and images have \(size.width)x\(size.height) pixels; leave the key out, and scale by a "
          + "composition")
    }
  }
}
