import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// Creates a surface, or returns nil if that fails. `IOSurface(validating:)` throws the reason.
public func IOSurfaceCreate(_ properties: CFDictionary) -> IOSurfaceRef? {
  var values: [AnyHashable: Any] = [:]
  for (key, value) in properties { values[key as? AnyHashable ?? AnyHashable("")] = value }
  return IOSurface(properties: keyed(values))
}

/// Returns the surface with this identifier in this process, or nil if there is none. Identifiers are not valid in
/// other processes: pass a descriptor.
public func IOSurfaceLookup(_ csid: IOSurfaceID) -> IOSurfaceRef? {
  SurfaceRegistry.shared.memory(csid).map { IOSurface($0) }
}

/// Returns the identifier of the surface in this process.
public func IOSurfaceGetID(_ buffer: IOSurfaceRef) -> IOSurfaceID { buffer.surfaceID }

/// Calls ``IOSurface/lock(options:seed:)``.
@discardableResult
public func IOSurfaceLock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> kern_return_t { buffer.lock(options: options, seed: seed) }

/// Calls ``IOSurface/unlock(options:seed:)``.
@discardableResult
public func IOSurfaceUnlock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> kern_return_t { buffer.unlock(options: options, seed: seed) }

/// Returns a counter of changes of the pixels, by any process.
public func IOSurfaceGetSeed(_ buffer: IOSurfaceRef) -> UInt32 { buffer.seed }

/// Returns the size of the surface, in bytes: a multiple of the page size.
public func IOSurfaceGetAllocSize(_ buffer: IOSurfaceRef) -> Int { buffer.allocationSize }

/// Returns the width, in pixels.
public func IOSurfaceGetWidth(_ buffer: IOSurfaceRef) -> Int { buffer.width }

/// Returns the height, in pixels.
public func IOSurfaceGetHeight(_ buffer: IOSurfaceRef) -> Int { buffer.height }

/// Returns the address of the first row.
public func IOSurfaceGetBaseAddress(_ buffer: IOSurfaceRef) -> UnsafeMutableRawPointer { buffer.baseAddress }

/// Returns the pixel format, a code as of pixel buffers.
public func IOSurfaceGetPixelFormat(_ buffer: IOSurfaceRef) -> OSType { buffer.pixelFormat }

/// Returns the row stride, in bytes.
public func IOSurfaceGetBytesPerRow(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerRow }

/// Returns the size of an element, in bytes.
public func IOSurfaceGetBytesPerElement(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerElement }

/// Returns the width of an element, in pixels.
public func IOSurfaceGetElementWidth(_ buffer: IOSurfaceRef) -> Int { buffer.elementWidth }

/// Returns the height of an element, in pixels.
public func IOSurfaceGetElementHeight(_ buffer: IOSurfaceRef) -> Int { buffer.elementHeight }

/// Returns whether the pixels may be read as pixels of another size.
public func IOSurfaceAllowsPixelSizeCasting(_ buffer: IOSurfaceRef) -> Bool { buffer.allowsPixelSizeCasting }

/// Returns the number of planes; 0 for a surface whose pixels are interleaved.
public func IOSurfaceGetPlaneCount(_ buffer: IOSurfaceRef) -> Int { buffer.planeCount }

/// Returns the width of a plane, in pixels.
public func IOSurfaceGetWidthOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.widthOfPlane(at: planeIndex)
}

/// Returns the height of a plane, in pixels.
public func IOSurfaceGetHeightOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.heightOfPlane(at: planeIndex)
}

/// Returns the row stride of a plane, in bytes.
public func IOSurfaceGetBytesPerRowOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.bytesPerRowOfPlane(at: planeIndex)
}

/// Returns the size of a plane's element, in bytes.
public func IOSurfaceGetBytesPerElementOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.bytesPerElementOfPlane(at: planeIndex)
}

/// Returns the width of a plane's element, in pixels.
public func IOSurfaceGetElementWidthOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.elementWidthOfPlane(at: planeIndex)
}

/// Returns the height of a plane's element, in pixels.
public func IOSurfaceGetElementHeightOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.elementHeightOfPlane(at: planeIndex)
}

/// Returns the address of a plane's first row.
public func IOSurfaceGetBaseAddressOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> UnsafeMutableRawPointer {
  buffer.baseAddressOfPlane(at: planeIndex)
}

/// Returns whether any process uses the surface.
public func IOSurfaceIsInUse(_ buffer: IOSurfaceRef) -> Bool { buffer.isInUse }

/// Returns the use count of the surface, summed over all processes.
public func IOSurfaceGetUseCount(_ buffer: IOSurfaceRef) -> Int32 { buffer.useCount }

/// Increments the use count of this process.
public func IOSurfaceIncrementUseCount(_ buffer: IOSurfaceRef) { buffer.incrementUseCount() }

/// Decrements the use count of this process.
public func IOSurfaceDecrementUseCount(_ buffer: IOSurfaceRef) { buffer.decrementUseCount() }
