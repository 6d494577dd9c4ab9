import CoreGraphics
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// Calls ``IOSurface/setAttachment(_:forKey:)``.
public func IOSurfaceSetValue(_ buffer: IOSurfaceRef, _ key: CFString, _ value: CFTypeRef) {
  buffer.setAttachment(value, forKey: key as String)
}

/// Returns the value of a key, or nil if there is none.
public func IOSurfaceCopyValue(_ buffer: IOSurfaceRef, _ key: CFString) -> CFTypeRef? {
  buffer.attachment(forKey: key as String).map(IOSurface.object)
}

/// Removes the value of a key, if there is one.
public func IOSurfaceRemoveValue(_ buffer: IOSurfaceRef, _ key: CFString) {
  buffer.removeAttachment(forKey: key as String)
}

/// Adds values to the existing ones. Keys that are not strings are omitted.
public func IOSurfaceSetValues(_ buffer: IOSurfaceRef, _ keysAndValues: CFDictionary) {
  var values: [String: Any] = [:]
  for (key, value) in keysAndValues {
    if let key = key as? String { values[key] = value }
  }
  try? buffer.set(values)
}

/// Returns all values by their keys, or nil if there are none.
public func IOSurfaceCopyAllValues(_ buffer: IOSurfaceRef) -> CFDictionary? {
  buffer.allAttachments().map { $0 as CFDictionary }
}

/// Removes all values.
public func IOSurfaceRemoveAllValues(_ buffer: IOSurfaceRef) { buffer.removeAllAttachments() }

/// Returns the alignment of a property: 64 for row strides, the page size for sizes and offsets, 1 for others.
public func IOSurfaceGetPropertyAlignment(_ property: CFString) -> Int {
  switch IOSurfacePropertyKey(rawValue: property as String) {
  case .bytesPerRow, .planeBytesPerRow: SurfaceMemoryLayout.leastAlignment
  case .allocSize, .planeOffset, .offset, .planeSize: IOSurface.pageBytes
  default: 1
  }
}

/// Returns the greatest value of a property.
public func IOSurfaceGetPropertyMaximum(_ property: CFString) -> Int {
  switch IOSurfacePropertyKey(rawValue: property as String) {
  case .width, .height, .planeWidth, .planeHeight: SurfaceMemoryLayout.greatestSide
  case .bytesPerElement, .planeBytesPerElement: SurfaceMemoryLayout.greatestElement
  case .elementWidth, .elementHeight, .planeElementWidth, .planeElementHeight: SurfaceMemoryLayout.greatestElementSide
  case .allocSize, .planeSize, .planeOffset, .offset, .bytesPerRow, .planeBytesPerRow: SurfaceMemoryLayout.greatestSize
  default: 0
  }
}

/// Returns the value, rounded up to the alignment of the property.
public func IOSurfaceAlignProperty(_ property: CFString, _ value: Int) -> Int {
  roundedUp(value, to: IOSurfaceGetPropertyAlignment(property))
}
