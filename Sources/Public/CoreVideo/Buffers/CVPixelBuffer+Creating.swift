import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// A callback for caller-owned memory, called once on any thread after its buffer was deallocated. The arguments are
/// the caller's reference value and the address of the bytes.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// A callback for caller-owned planes, called once on any thread after their buffer was deallocated. The arguments are
/// the caller's reference value, the memory block and its size, the number of planes, and the planes' addresses.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Creates a buffer with newly allocated memory that is filled with zeros.
///
/// By default, row strides are multiples of 64 bytes. The memory starts at a page boundary. `pixelBufferOut` is set
/// only on success. Each side may have 1 to 8,388,608 pixels.
///
/// - Returns: `kCVReturnSuccess`, or the code of the error. `CVPixelBuffer(width:height:pixelFormat:attributes:)`
///   throws an error with a description.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  code { () throws(CVError) in
    pixelBufferOut.pointee = try CVPixelBuffer(
      width: width, height: height, pixelFormat: pixelFormatType, attributes: pixelBufferAttributes)
  }
}

/// Creates a buffer on caller-owned memory, without a copy, for formats without planes.
///
/// The memory must stay valid until `releaseCallback` is called, which happens once, when the last reference to the
/// buffer ends. On failure it is not called.
///
/// - Parameter bytesPerRow: at least the size of a row's pixels.
/// - Returns: `kCVReturnSuccess`, or the code of the error.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  code { () throws(CVError) in
    var shape = try externalShape(pixelFormatType, width, height, pixelBufferAttributes)
    guard !shape.layout.isPlanar else {
      throw CVError(
        kCVReturnInvalidArgument,
        "\(name(of: pixelFormatType)) is a planar format: call CVPixelBufferCreateWithPlanarBytes")
    }
    try shape.setPlane(0, rowBytes: bytesPerRow)
    shape.byteCount = bytesPerRow * shape.planes[0].height
    pixelBufferOut.pointee = CVPixelBuffer(
      shape, in: PixelMemory(start: baseAddress) { releaseCallback?(releaseRefCon, UnsafeRawPointer(baseAddress)) })
  }
}

/// Creates a buffer on caller-owned planes, without a copy.
///
/// The planes must stay valid until `releaseCallback` is called, which happens once, when the last reference to the
/// buffer ends. On failure it is not called.
///
/// - Parameters:
///   - dataPtr: the memory block with all planes, which is only passed to the callback; may be nil.
///   - dataSize: the size of the block, which `CVPixelBufferGetDataSize` returns.
///   - planeWidth: the widths that the format requires for this width, with chroma rounded up.
///   - planeBytesPerRow: at least the size of a row of the plane.
/// - Returns: `kCVReturnSuccess`, or the code of the error.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  code { () throws(CVError) in
    var shape = try externalShape(pixelFormatType, width, height, pixelBufferAttributes)
    guard shape.layout.isPlanar, numberOfPlanes == shape.planes.count else {
      throw CVError(
        kCVReturnInvalidArgument,
        shape.layout.isPlanar
          ? "\(name(of: pixelFormatType)) has \(shape.planes.count) planes (got \(numberOfPlanes))"
          : "\(name(of: pixelFormatType)) has no planes: call CVPixelBufferCreateWithBytes")
    }
    var starts: [UnsafeMutableRawPointer] = []
    for (index, plane) in shape.planes.enumerated() {
      guard let start = planeBaseAddress[index], planeWidth[index] == plane.width, planeHeight[index] == plane.height
      else {
        throw CVError(
          kCVReturnInvalidArgument,
          "plane \(index) of a \(width)x\(height) buffer \(name(of: pixelFormatType)) must have "
            + "\(plane.width)x\(plane.height) pixels and an address (got \(planeWidth[index])x\(planeHeight[index]) at "
            + "\(planeBaseAddress[index]?.debugDescription ?? "nil"))"
        )
      }
      starts.append(start)
      try shape.setPlane(index, rowBytes: planeBytesPerRow[index])
    }
    shape.byteCount = dataSize
    let addresses = starts
    let memory = PixelMemory(start: addresses[0]) {
      var addresses = addresses.map { UnsafeRawPointer?($0) }
      releaseCallback?(releaseRefCon, dataPtr.map { UnsafeRawPointer($0) }, dataSize, numberOfPlanes, &addresses)
    }
    pixelBufferOut.pointee = CVPixelBuffer(shape, planes: addresses, in: memory)
  }
}

/// Returns the layout of a buffer on caller-owned memory.
private func externalShape(
  _ format: OSType, _ width: Int, _ height: Int, _ attributes: CFDictionary?
) throws(CVError) -> PixelBufferLayout {
  let parsed = try BufferAttributes(attributes)
  guard !parsed.hasExtendedPixels, parsed.surfaceValues == nil else {
    throw CVError(
      kCVReturnInvalidPixelBufferAttributes,
      "a buffer on caller-owned memory cannot have pixels around the image or a surface; remove these attributes")
  }
  return try PixelBufferLayout(format: format, width: width, height: height)
}

extension PixelBufferLayout {
  /// Sets the row stride of a plane.
  fileprivate mutating func setPlane(_ index: Int, rowBytes: Int) throws(CVError) {
    let least = minimumRowBytes(index)
    guard rowBytes >= least, !rowBytes.multipliedReportingOverflow(by: planes[index].height).overflow else {
      throw CVError(
        kCVReturnInvalidArgument,
        "rows of plane \(index) of a \(width)x\(height) buffer \(name(of: format)) need \(least) bytes or more "
          + "(got \(rowBytes))")
    }
    planes[index].rowBytes = rowBytes
  }
}
