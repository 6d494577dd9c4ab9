import CoreGraphics

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Returns the width, in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.shape.width }

/// Returns the height, in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.shape.height }

/// Returns the pixel format, a `kCVPixelFormatType` code.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.shape.format }

/// Returns the row stride, in bytes; of a planar buffer, that of its first plane.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.shape.planes[0].rowBytes }

/// Returns the size of all planes, in bytes, including padding between and around them.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.dataSize }

/// Returns whether the format has planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.shape.layout.isPlanar }

/// Returns the number of planes; 0 for formats without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.shape.planes.count : 0
}

/// Returns the width of a plane, in samples or pairs of samples; 0 if there is no such plane. Plane 0 of a format
/// without planes is the whole buffer.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  guard CVPixelBufferIsPlanar(pixelBuffer) else { return planeIndex == 0 ? pixelBuffer.shape.width : 0 }
  return plane(pixelBuffer, planeIndex)?.width ?? 0
}

/// Returns the number of rows of a plane; 0 if there is no such plane. Plane 0 of a format without planes is the whole
/// buffer.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(pixelBuffer, planeIndex)?.height ?? 0
}

/// Returns the row stride of a plane, in bytes; 0 if there is no such plane. Plane 0 of a format without planes is the
/// whole buffer.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(pixelBuffer, planeIndex)?.rowBytes ?? 0
}

/// Returns the numbers of extra pixels on the left, right, top and bottom of the image. They may exceed the requested
/// numbers because of chroma subsampling or alignment.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  let (plane, shape) = (pixelBuffer.shape.planes[0], pixelBuffer.shape.layout.planes[0])
  extraColumnsOnLeft?.pointee = plane.left * shape.columns
  extraColumnsOnRight?.pointee = plane.right * shape.columns
  extraRowsOnTop?.pointee = plane.top * shape.rows
  extraRowsOnBottom?.pointee = plane.bottom * shape.rows
}

/// Fills the extra pixels around the image with the pixels of its edge.
///
/// - Returns: `kCVReturnSuccess`; `kCVReturnUnsupported` if there are extra pixels but the format's pixels share bytes
///   with their neighbours.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn {
  let shape = pixelBuffer.shape
  guard shape.planes.contains(where: { $0.left + $0.top + $0.right + $0.bottom > 0 }) else { return kCVReturnSuccess }
  guard shape.layout.isPlanar || shape.layout.planes[0].columns == 1 else { return kCVReturnUnsupported }
  return code { () throws(CVError) in
    try pixelBuffer.lock(isReadOnly: false)
    defer { _ = pixelBuffer.unlock(isReadOnly: false) }
    for (index, plane) in shape.planes.enumerated() {
      plane.fillAround(pixelBuffer.starts[index], groupBytes: shape.layout.planes[index].bytes)
    }
  }
}

private func plane(_ buffer: CVPixelBuffer, _ index: Int) -> PixelBufferLayout.Plane? {
  buffer.shape.planes.indices.contains(index) ? buffer.shape.planes[index] : nil
}

extension PixelBufferLayout.Plane {
  /// Repeats the edge of the plane at `start` in the pixel groups around it.
  fileprivate func fillAround(_ start: UnsafeMutableRawPointer, groupBytes: Int) {
    for row in 0..<height {
      let first = start + row * rowBytes
      for group in 0..<left {
        (first - (group + 1) * groupBytes).copyMemory(from: first, byteCount: groupBytes)
      }
      let last = first + (width - 1) * groupBytes
      for group in 0..<right {
        (last + (group + 1) * groupBytes).copyMemory(from: last, byteCount: groupBytes)
      }
    }
    let (whole, firstRow) = ((left + width + right) * groupBytes, start - left * groupBytes)
    for row in 0..<top {
      (firstRow - (row + 1) * rowBytes).copyMemory(from: firstRow, byteCount: whole)
    }
    let lastRow = firstRow + (height - 1) * rowBytes
    for row in 0..<bottom {
      (lastRow + (row + 1) * rowBytes).copyMemory(from: lastRow, byteCount: whole)
    }
  }
}
