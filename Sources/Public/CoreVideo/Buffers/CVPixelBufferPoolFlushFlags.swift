import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The free memory that a pool releases to the system.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// All free memory, regardless of its age.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Creates a pool. `CVPixelBufferPool(attributes:bufferAttributes:)` throws an error with the reason for a failure.
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

/// Returns a buffer of the pool. `pixelBufferOut` is set only on success.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Returns a buffer of the pool. `pixelBufferOut` is set only on success.
///
/// - Parameter auxAttributes: `kCVPixelBufferPoolAllocationThresholdKey`: the greatest number of simultaneous buffers.
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

/// Releases free memory of the pool to the system: memory that exceeds the age limit, or all with `.excessBuffers`.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush(all: options.contains(.excessBuffers))
}

/// Returns the attributes with which the pool was created.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.attributes }

/// Returns the buffer attributes with which the pool was created.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.bufferAttributes
}
