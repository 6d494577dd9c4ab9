import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Called once when a buffer that was made of somebody's bytes is gone, on any thread: with what was given for it, and
/// where the bytes are.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// Called once when a buffer that was made of somebody's planes is gone, on any thread: with what was given for it, the
/// memory as a whole and its size, how many planes there are, and where each is.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Makes a buffer with memory of its own, zero at first.
///
/// Rows start at multiples of 64 bytes unless an attribute says otherwise, and the memory with a page. `pixelBufferOut`
/// is set only on success. Sizes are 1 to 8,388,608 pixels a side.
///
/// - Returns: `kCVReturnSuccess`, or why there is no buffer; `CVPixelBuffer(width:height:pixelFormat:attributes:)` says
///   it in words.
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

/// Makes a buffer of bytes that are there, without a copy; formats of one plane that is no plane of a planar format.
///
/// The bytes must stay until `releaseCallback` has been called, which happens once, when the last reference to the
/// buffer ends. Without success it is not called.
///
/// - Parameter bytesPerRow: at least what the pixels of a row take.
/// - Returns: `kCVReturnSuccess`, or why there is no buffer.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  code { () throws(CVError) in
    var shape = try givenShape(pixelFormatType, width, height, pixelBufferAttributes)
    guard !shape.layout.isPlanar else {
      throw CVError(
        kCVReturnInvalidArgument,
        "\(name(of: pixelFormatType)) has planes, each with its own rows: call CVPixelBufferCreateWithPlanarBytes")
    }
    try shape.setPlane(0, rowBytes: bytesPerRow)
    shape.byteCount = bytesPerRow * shape.planes[0].height
    pixelBufferOut.pointee = CVPixelBuffer(
      shape, in: PixelMemory(start: baseAddress) { releaseCallback?(releaseRefCon, UnsafeRawPointer(baseAddress)) })
  }
}

/// Makes a buffer of planes that are there, without a copy.
///
/// The planes must stay until `releaseCallback` has been called, which happens once, when the last reference to the
/// buffer ends. Without success it is not called.
///
/// - Parameters:
///   - dataPtr: the memory as a whole, for the callback alone; may be nil.
///   - dataSize: its size, which `CVPixelBufferGetDataSize` answers.
///   - planeWidth: what the format has for this width: chroma's sizes are rounded up.
///   - planeBytesPerRow: at least what a row of the plane takes.
/// - Returns: `kCVReturnSuccess`, or why there is no buffer.
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
    var shape = try givenShape(pixelFormatType, width, height, pixelBufferAttributes)
    guard shape.layout.isPlanar, numberOfPlanes == shape.planes.count else {
      throw CVError(
        kCVReturnInvalidArgument,
        shape.layout.isPlanar
          ? "\(name(of: pixelFormatType)) has \(shape.planes.count) planes, \(numberOfPlanes) were given"
          : "\(name(of: pixelFormatType)) has no planes: call CVPixelBufferCreateWithBytes")
    }
    var starts: [UnsafeMutableRawPointer] = []
    for (index, plane) in shape.planes.enumerated() {
      guard let start = planeBaseAddress[index], planeWidth[index] == plane.width, planeHeight[index] == plane.height
      else {
        throw CVError(
          kCVReturnInvalidArgument,
          "plane \(index) of \(width)x\(height) \(name(of: pixelFormatType)) has \(plane.width)x\(plane.height) "
            + "pixels; "
            + "\(planeWidth[index])x\(planeHeight[index]) at \(planeBaseAddress[index]?.debugDescription ?? "nil") "
            + "were given"
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

/// The shape of a buffer whose memory is there.
private func givenShape(
  _ format: OSType, _ width: Int, _ height: Int, _ attributes: CFDictionary?
) throws(CVError) -> PixelBufferLayout {
  let wanted = try BufferAttributes(attributes)
  guard !wanted.hasExtendedPixels, wanted.surfaceValues == nil else {
    throw CVError(
      kCVReturnInvalidPixelBufferAttributes,
      "memory that is given has no pixels around the image and is no surface; leave the keys out")
  }
  return try PixelBufferLayout(format: format, width: width, height: height)
}

extension PixelBufferLayout {
  /// Takes the rows of a plane as they were given.
  fileprivate mutating func setPlane(_ index: Int, rowBytes: Int) throws(CVError) {
    let least = leastRowBytes(index)
    guard rowBytes >= least, !rowBytes.multipliedReportingOverflow(by: planes[index].height).overflow else {
      throw CVError(
        kCVReturnInvalidArgument,
        "rows of plane \(index) of \(width)x\(height) \(name(of: format)) take \(least) bytes, \(rowBytes) were given")
    }
    planes[index].rowBytes = rowBytes
  }
}
