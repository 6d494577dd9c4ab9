import CoreGraphics
import Foundation
import IOSurface

/// What a dictionary of attributes asks of a buffer. Keys that are not known, and those which say what the buffer will
/// be used with, ask for nothing here.
struct BufferAttributes: Hashable, Sendable {
  /// Formats, the most wanted first. Empty where the dictionary has none.
  var formats: [OSType] = []
  var width: Int?
  var height: Int?
  /// What rows are a multiple of, in bytes: a power of two.
  var rowAlignment = 64
  /// What the starts of planes are a multiple of, in bytes: a power of two.
  var planeAlignment = 64
  /// Pixels around the image.
  var extendedLeft = 0
  var extendedTop = 0
  var extendedRight = 0
  var extendedBottom = 0
  /// Values of the surface that is wanted; nil where none is.
  var surfaceValues: SurfaceValues?

  /// Values for a surface; nobody changes them.
  struct SurfaceValues: Hashable, @unchecked Sendable {
    let dictionary: CFDictionary
  }

  /// - Throws: `kCVReturnInvalidPixelBufferAttributes` for values of a wrong type or size.
  init(_ dictionary: CFDictionary?) throws(CVError) {
    guard let dictionary else { return }
    let values = AttributeReader(dictionary, error: kCVReturnInvalidPixelBufferAttributes)
    surfaceValues = try values.dictionary(kCVPixelBufferIOSurfacePropertiesKey).map {
      // A copy: nobody changes it.
      SurfaceValues(dictionary: ($0.copy() as? CFDictionary) ?? $0)
    }
    formats = try values.formats()
    width = try values.count(kCVPixelBufferWidthKey)
    height = try values.count(kCVPixelBufferHeightKey)
    // What a device is to read wants planes that can be imported: they start with a page.
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
      throw CVError(kCVReturnUnsupported, "surfaces have no pixels around the image here; leave the keys out")
    }
  }

  var hasExtendedPixels: Bool { extendedLeft + extendedTop + extendedRight + extendedBottom > 0 }
}

/// Numbers of a dictionary that somebody made.
struct AttributeReader {
  private let dictionary: CFDictionary
  private let error: CVReturn

  init(_ dictionary: CFDictionary, error: CVReturn) { (self.dictionary, self.error) = (dictionary, error) }

  /// The number of a key; nil when the key is not there.
  func number(_ key: CFString) throws(CVError) -> Double? {
    guard let value = dictionary[key] else { return nil }
    guard let number = value as? NSNumber, number.doubleValue.isFinite else {
      throw CVError(error, "\(key) is \(value); a number is allowed")
    }
    return number.doubleValue
  }

  /// A whole number from 0 to 8,388,608 (2²³).
  func count(_ key: CFString) throws(CVError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard let count = Int(exactly: number), (0...1 << 23).contains(count) else {
      throw CVError(error, "\(key) is \(number); whole numbers from 0 to 8388608 are allowed")
    }
    return count
  }

  /// A power of two from 1 to 65,536.
  func alignment(_ key: CFString) throws(CVError) -> Int? {
    guard let alignment = try count(key) else { return nil }
    guard (1...65536).contains(alignment), alignment.nonzeroBitCount == 1 else {
      throw CVError(error, "\(key) is \(alignment); powers of two from 1 to 65536 are allowed")
    }
    return alignment
  }

  /// The dictionary of a key; nil when the key is not there.
  func dictionary(_ key: CFString) throws(CVError) -> CFDictionary? {
    guard let value = dictionary[key] else { return nil }
    guard let dictionary = value as? CFDictionary ?? (value as? [AnyHashable: Any]).map({ $0 as CFDictionary }) else {
      throw CVError(error, "\(key) is \(value); a dictionary is allowed")
    }
    return dictionary
  }

  /// One number or several.
  func formats() throws(CVError) -> [OSType] {
    guard let value = dictionary[kCVPixelBufferPixelFormatTypeKey] else { return [] }
    let numbers = (value as? [Any]) ?? [value]
    var formats: [OSType] = []
    for number in numbers {
      guard let format = (number as? NSNumber).flatMap({ OSType(exactly: $0.doubleValue) }) else {
        throw CVError(error, "\(kCVPixelBufferPixelFormatTypeKey) is \(value); a format or an array of them is allowed")
      }
      formats.append(format)
    }
    return formats
  }
}
