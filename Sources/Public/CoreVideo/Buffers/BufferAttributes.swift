import CoreGraphics
import Foundation
import IOSurface

/// The parsed attributes of a buffer. Unknown keys, and keys that declare how the buffer will be used, are ignored.
struct BufferAttributes: Hashable, Sendable {
  /// The pixel formats, in order of preference. Empty if the dictionary has none.
  var formats: [OSType] = []
  var width: Int?
  var height: Int?
  /// The alignment of rows, in bytes: a power of two.
  var rowAlignment = 64
  /// The alignment of planes, in bytes: a power of two.
  var planeAlignment = 64
  /// The number of extra pixels on each side of the image.
  var extendedLeft = 0
  var extendedTop = 0
  var extendedRight = 0
  var extendedBottom = 0
  /// The values of the requested surface; nil if none is requested.
  var surfaceValues: SurfaceValues?

  /// Values for a surface. The dictionary is never changed.
  struct SurfaceValues: Hashable, @unchecked Sendable {
    let dictionary: CFDictionary
  }

  /// Parses a dictionary of attributes.
  ///
  /// - Throws: `kCVReturnInvalidPixelBufferAttributes` for values of a wrong type or out of range.
  init(_ dictionary: CFDictionary?) throws(CVError) {
    guard let dictionary else { return }
    let values = AttributeReader(dictionary, error: kCVReturnInvalidPixelBufferAttributes)
    surfaceValues = try values.dictionary(kCVPixelBufferIOSurfacePropertiesKey).map {
      // A copy, because the caller may change the dictionary.
      SurfaceValues(dictionary: ($0.copy() as? CFDictionary) ?? $0)
    }
    formats = try values.formats()
    width = try values.count(kCVPixelBufferWidthKey)
    height = try values.count(kCVPixelBufferHeightKey)
    // Devices import planes only at page boundaries.
    if (dictionary[kCVPixelBufferMetalCompatibilityKey] as? NSNumber)?.boolValue == true { planeAlignment = 4096 }
    if surfaceValues != nil { planeAlignment = IOSurface.pageBytes }
    if let alignment = try values.alignment(kCVPixelBufferBytesPerRowAlignmentKey) { rowAlignment = alignment }
    if let alignment = try values.alignment(kCVPixelBufferPlaneAlignmentKey) {
      planeAlignment = surfaceValues == nil ? alignment : max(alignment, SurfaceMemoryLayout.leastAlignment)
    }
    extendedLeft = try values.count(kCVPixelBufferExtendedPixelsLeftKey) ?? 0
    extendedTop = try values.count(kCVPixelBufferExtendedPixelsTopKey) ?? 0
    extendedRight = try values.count(kCVPixelBufferExtendedPixelsRightKey) ?? 0
    extendedBottom = try values.count(kCVPixelBufferExtendedPixelsBottomKey) ?? 0
    guard surfaceValues == nil || !hasExtendedPixels else {
      throw CVError(
        kCVReturnUnsupported,
        "surfaces with pixels around the image are not supported; remove the kCVPixelBufferExtended keys"
      )
    }
  }

  var hasExtendedPixels: Bool { extendedLeft + extendedTop + extendedRight + extendedBottom > 0 }
}

/// A reader of a caller's dictionary, which checks types and ranges.
struct AttributeReader {
  private let dictionary: CFDictionary
  private let error: CVReturn

  init(_ dictionary: CFDictionary, error: CVReturn) { (self.dictionary, self.error) = (dictionary, error) }

  /// Returns the number of a key, or nil if the key is absent.
  func number(_ key: CFString) throws(CVError) -> Double? {
    guard let value = dictionary[key] else { return nil }
    guard let number = value as? NSNumber, number.doubleValue.isFinite else {
      throw CVError(error, "\(key) is \(value); a finite number is required")
    }
    return number.doubleValue
  }

  /// Returns an integer from 0 to 8,388,608 (2²³), or nil if the key is absent.
  func count(_ key: CFString) throws(CVError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard let count = Int(exactly: number), (0...1 << 23).contains(count) else {
      throw CVError(error, "\(key) is \(number); integers from 0 to 8388608 are allowed")
    }
    return count
  }

  /// Returns a power of two from 1 to 65,536, or nil if the key is absent.
  func alignment(_ key: CFString) throws(CVError) -> Int? {
    guard let alignment = try count(key) else { return nil }
    guard (1...65536).contains(alignment), alignment.nonzeroBitCount == 1 else {
      throw CVError(error, "\(key) is \(alignment); powers of two from 1 to 65536 are allowed")
    }
    return alignment
  }

  /// Returns the dictionary of a key, or nil if the key is absent.
  func dictionary(_ key: CFString) throws(CVError) -> CFDictionary? {
    guard let value = dictionary[key] else { return nil }
    guard let dictionary = value as? CFDictionary ?? (value as? [AnyHashable: Any]).map({ $0 as CFDictionary }) else {
      throw CVError(error, "\(key) is \(value); a dictionary is required")
    }
    return dictionary
  }

  /// Returns the pixel formats: a single number or an array of them.
  func formats() throws(CVError) -> [OSType] {
    guard let value = dictionary[kCVPixelBufferPixelFormatTypeKey] else { return [] }
    let numbers = (value as? [Any]) ?? [value]
    var formats: [OSType] = []
    for number in numbers {
      guard let format = (number as? NSNumber).flatMap({ OSType(exactly: $0.doubleValue) }) else {
        throw CVError(
          error, "\(kCVPixelBufferPixelFormatTypeKey) is \(value); a format or an array of formats is required")
      }
      formats.append(format)
    }
    return formats
  }
}
