import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// What of a pool's free memory goes back to the system.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All of it, however short a time it has been free.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes a pool; `CVPixelBufferPool(attributes:bufferAttributes:)` says in words why there is none.
///
/// `poolOut` is set only on success.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  code { () throws(CVError) in
    poolOut.pointee = try CVPixelBufferPool(
      attributes: poolAttributes, bufferAttributes: pixelBufferAttributes ?? CFDictionary())
  }
}

/// A buffer of the pool. `pixelBufferOut` is set only on success.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// A buffer of the pool. `pixelBufferOut` is set only on success.
///
/// - Parameter auxAttributes: `kCVPixelBufferPoolAllocationThresholdKey`: no more buffers than that at a time.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  code { () throws(CVError) in
    let values = auxAttributes.map { AttributeReader($0, error: kCVReturnInvalidPoolAttributes) }
    let threshold = try values?.count(kCVPixelBufferPoolAllocationThresholdKey)
    pixelBufferOut.pointee = try pixelBufferPool.pixelBuffer(allocationThreshold: threshold)
  }
}

/// Gives free memory of the pool back to the system: what is too old, or with `.excessBuffers` all of it.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush(all: options.contains(.excessBuffers))
}

/// The attributes that the pool was made with.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// The attributes of buffers that the pool was made with.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.bufferAttributes
}
