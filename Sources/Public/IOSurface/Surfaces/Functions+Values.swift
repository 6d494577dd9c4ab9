import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// ``IOSurface/setAttachment(_:forKey:)``.
public func IOSurfaceSetValue(_ buffer: IOSurfaceRef, _ key: CFString, _ value: CFTypeRef) {
  buffer.setAttachment(value, forKey: key as String)
}

/// The value of a key; nil when nothing has it.
public func IOSurfaceCopyValue(_ buffer: IOSurfaceRef, _ key: CFString) -> CFTypeRef? {
  buffer.attachment(forKey: key as String).map(IOSurface.object)
}

/// Takes off what has the key, if anything has.
public func IOSurfaceRemoveValue(_ buffer: IOSurfaceRef, _ key: CFString) {
  buffer.removeAttachment(forKey: key as String)
}

/// Sets values beside those that are there. Keys that are no strings are left out.
public func IOSurfaceSetValues(_ buffer: IOSurfaceRef, _ keysAndValues: CFDictionary) {
  var values: [String: Any] = [:]
  for (key, value) in keysAndValues {
    if let key = key as? String { values[key] = value }
  }
  try? buffer.set(values)
}

/// All values by their keys; nil when there is none.
public func IOSurfaceCopyAllValues(_ buffer: IOSurfaceRef) -> CFDictionary? {
  buffer.allAttachments().map { $0 as CFDictionary }
}

/// Takes all off.
public func IOSurfaceRemoveAllValues(_ buffer: IOSurfaceRef) { buffer.removeAllAttachments() }

/// What a number of a property is a multiple of: 64 for rows and for where planes start, a page for sizes, else 1.
public func IOSurfaceGetPropertyAlignment(_ property: CFString) -> Int {
  switch IOSurfacePropertyKey(rawValue: property as String) {
  case .bytesPerRow, .planeBytesPerRow: SurfaceMemoryLayout.leastAlignment
  case .allocSize, .planeOffset, .offset, .planeSize: IOSurface.pageBytes
  default: 1
  }
}

/// The greatest number that a property may have.
public func IOSurfaceGetPropertyMaximum(_ property: CFString) -> Int {
  switch IOSurfacePropertyKey(rawValue: property as String) {
  case .width, .height, .planeWidth, .planeHeight: SurfaceMemoryLayout.greatestSide
  case .bytesPerElement, .planeBytesPerElement: SurfaceMemoryLayout.greatestElement
  case .elementWidth, .elementHeight, .planeElementWidth, .planeElementHeight: SurfaceMemoryLayout.greatestElementSide
  case .allocSize, .planeSize, .planeOffset, .offset, .bytesPerRow, .planeBytesPerRow: SurfaceMemoryLayout.greatestSize
  default: 0
  }
}

/// The number, rounded up to what the property is a multiple of.
public func IOSurfaceAlignProperty(_ property: CFString, _ value: Int) -> Int {
  roundedUp(value, to: IOSurfaceGetPropertyAlignment(property))
}
