import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// Makes a surface; nil when there is none: `IOSurface(validating:)` says why.
public func IOSurfaceCreate(_ properties: CFDictionary) -> IOSurfaceRef? {
  var values: [AnyHashable: Any] = [:]
  for (key, value) in properties { values[key as? AnyHashable ?? AnyHashable("")] = value }
  return IOSurface(properties: keyed(values))
}

/// The surface with this number in this process; nil when there is none. Numbers of other processes mean nothing here:
/// pass a descriptor.
public func IOSurfaceLookup(_ csid: IOSurfaceID) -> IOSurfaceRef? {
  SurfaceRegistry.shared.memory(csid).map { IOSurface($0) }
}

/// Names the surface in this process.
public func IOSurfaceGetID(_ buffer: IOSurfaceRef) -> IOSurfaceID { buffer.surfaceID }

/// ``IOSurface/lock(options:seed:)``.
@discardableResult
public func IOSurfaceLock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> kern_return_t { buffer.lock(options: options, seed: seed) }

/// ``IOSurface/unlock(options:seed:)``.
@discardableResult
public func IOSurfaceUnlock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> kern_return_t { buffer.unlock(options: options, seed: seed) }

/// Counts how often the pixels may have changed, in any process.
public func IOSurfaceGetSeed(_ buffer: IOSurfaceRef) -> UInt32 { buffer.seed }

/// Bytes of all of it: whole pages.
public func IOSurfaceGetAllocSize(_ buffer: IOSurfaceRef) -> Int { buffer.allocationSize }

/// Pixels in a row.
public func IOSurfaceGetWidth(_ buffer: IOSurfaceRef) -> Int { buffer.width }

/// Rows.
public func IOSurfaceGetHeight(_ buffer: IOSurfaceRef) -> Int { buffer.height }

/// Where the first byte of the first row is.
public func IOSurfaceGetBaseAddress(_ buffer: IOSurfaceRef) -> UnsafeMutableRawPointer { buffer.baseAddress }

/// The code of the format, as of pixel buffers.
public func IOSurfaceGetPixelFormat(_ buffer: IOSurfaceRef) -> OSType { buffer.pixelFormat }

/// Bytes from the start of a row to that of the next.
public func IOSurfaceGetBytesPerRow(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerRow }

/// Bytes of an element.
public func IOSurfaceGetBytesPerElement(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerElement }

/// Pixels of an element beside each other.
public func IOSurfaceGetElementWidth(_ buffer: IOSurfaceRef) -> Int { buffer.elementWidth }

/// Rows of an element.
public func IOSurfaceGetElementHeight(_ buffer: IOSurfaceRef) -> Int { buffer.elementHeight }

/// True where it was said that pixels may be read as some of another size.
public func IOSurfaceAllowsPixelSizeCasting(_ buffer: IOSurfaceRef) -> Bool { buffer.allowsPixelSizeCasting }

/// How many planes there are; 0 where pixels lie whole beside each other.
public func IOSurfaceGetPlaneCount(_ buffer: IOSurfaceRef) -> Int { buffer.planeCount }

/// Pixels in a row of a plane.
public func IOSurfaceGetWidthOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.widthOfPlane(at: planeIndex)
}

/// Rows of a plane.
public func IOSurfaceGetHeightOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.heightOfPlane(at: planeIndex)
}

/// Bytes from the start of a plane's row to that of the next.
public func IOSurfaceGetBytesPerRowOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.bytesPerRowOfPlane(at: planeIndex)
}

/// Bytes of a plane's element.
public func IOSurfaceGetBytesPerElementOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.bytesPerElementOfPlane(at: planeIndex)
}

/// Pixels of a plane's element beside each other.
public func IOSurfaceGetElementWidthOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.elementWidthOfPlane(at: planeIndex)
}

/// Rows of a plane's element.
public func IOSurfaceGetElementHeightOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.elementHeightOfPlane(at: planeIndex)
}

/// Where the first byte of a plane is.
public func IOSurfaceGetBaseAddressOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> UnsafeMutableRawPointer {
  buffer.baseAddressOfPlane(at: planeIndex)
}

/// True while any process says that it uses the surface.
public func IOSurfaceIsInUse(_ buffer: IOSurfaceRef) -> Bool { buffer.isInUse }

/// How often all processes say so.
public func IOSurfaceGetUseCount(_ buffer: IOSurfaceRef) -> Int32 { buffer.useCount }

/// Says that this process uses the surface, once more.
public func IOSurfaceIncrementUseCount(_ buffer: IOSurfaceRef) { buffer.incrementUseCount() }

/// Takes one use of this process back.
public func IOSurfaceDecrementUseCount(_ buffer: IOSurfaceRef) { buffer.decrementUseCount() }
