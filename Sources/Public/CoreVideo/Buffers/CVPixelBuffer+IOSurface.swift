import CoreGraphics
import Foundation
import IOSurface

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Creates a buffer on a surface, without a copy, with the pixel format of the surface.
///
/// The values of the surface become attachments of the buffer. The buffer counts as a use of the surface.
/// `pixelBufferOut` is set only on success; the caller owns its reference.
///
/// - Returns: `kCVReturnSuccess`; `kCVReturnInvalidPixelFormat` if the surface has no supported pixel format;
///   `kCVReturnInvalidArgument` if its planes do not match the format.
@discardableResult
public func CVPixelBufferCreateWithIOSurface(
  _ allocator: CFAllocator?, _ surface: IOSurfaceRef, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<Unmanaged<CVPixelBuffer>?>
) -> CVReturn {
  code { () throws(CVError) in
    _ = try BufferAttributes(pixelBufferAttributes)
    pixelBufferOut.pointee = Unmanaged.passRetained(try CVPixelBuffer(surface))
  }
}

/// Returns the surface of the buffer's memory, which the buffer retains, or nil if it is not on a surface.
public func CVPixelBufferGetIOSurface(_ pixelBuffer: CVPixelBuffer?) -> Unmanaged<IOSurfaceRef>? {
  pixelBuffer?.memory.surface.map { Unmanaged.passUnretained($0) }
}

extension CVBuffer {
  /// Creates a buffer on a surface, without a copy, with the pixel format of the surface.
  ///
  /// The values of the surface become attachments of the buffer. The buffer counts as a use of the surface.
  ///
  /// - Throws: an error with the surface's planes and those that the format requires.
  public convenience init(_ surface: IOSurface) throws(CVError) {
    self.init(try PixelBufferLayout(of: surface), in: PixelMemory(surface))
  }
}

extension PixelBufferLayout {
  /// Returns the layout of a surface, which may come from an untrusted source: its planes are checked against the
  /// format. The surface has already checked that they are inside of its memory.
  fileprivate init(of surface: IOSurface) throws(CVError) {
    try self.init(format: surface.pixelFormat, width: surface.width, height: surface.height)
    let surfaceLayout = surface.shape
    guard layout.isPlanar ? surfaceLayout.planes.count == planes.count : surfaceLayout.planes.count <= 1 else {
      throw CVError(
        kCVReturnInvalidArgument,
        "\(name(of: format)) has \(layout.isPlanar ? planes.count : 0) planes, but the surface has "
          + "\(surfaceLayout.planes.count)")
    }
    for (index, plane) in (surfaceLayout.planes.isEmpty ? [surfaceLayout.whole] : surfaceLayout.planes).enumerated() {
      let least = minimumRowBytes(index)
      // The height is at most 2²³, and the size is divided instead of multiplied: no overflow.
      guard plane.bytesPerRow >= least, plane.byteCount / planes[index].height >= plane.bytesPerRow,
        !layout.isPlanar || (plane.width == planes[index].width && plane.height == planes[index].height)
      else {
        throw CVError(
          kCVReturnInvalidArgument,
          "plane \(index) of a \(width)x\(height) buffer \(name(of: format)) needs \(planes[index].height) rows of "
            + "\(least) bytes or more; the surface's plane has \(plane.width)x\(plane.height) pixels and "
            + "\(plane.byteCount) bytes in rows of \(plane.bytesPerRow)")
      }
      planes[index].offset = plane.offset
      planes[index].rowBytes = plane.bytesPerRow
    }
    byteCount = surface.allocationSize
  }

  /// The equivalent layout of a surface.
  fileprivate var surfaceMemoryLayout: SurfaceMemoryLayout {
    let planes = zip(planes, layout.planes).map { plane, shape in
      SurfaceMemoryLayout.Plane(
        offset: plane.offset, bytesPerRow: plane.rowBytes, byteCount: plane.rowBytes * plane.height,
        width: layout.isPlanar ? plane.width : width, height: layout.isPlanar ? plane.height : height,
        bytesPerElement: shape.bytes, elementWidth: layout.isPlanar ? 1 : shape.columns)
    }
    var whole = planes[0]
    if layout.isPlanar {
      (whole.width, whole.height, whole.byteCount) = (width, height, 0)
    }
    let page = IOSurface.pageBytes
    return SurfaceMemoryLayout(
      pixelFormat: format, whole: whole, planes: layout.isPlanar ? planes : [],
      allocationSize: (byteCount + page - 1) / page * page)
  }
}

extension IOSurface {
  /// Creates a surface for pixels of this layout.
  ///
  /// - Throws: `kCVReturnAllocationFailed`; `kCVReturnInvalidPixelBufferAttributes` for values that a surface rejects.
  convenience init(_ shape: PixelBufferLayout, _ values: CFDictionary) throws(CVError) {
    do throws(IOSurfaceError) {
      try self.init(shape.surfaceMemoryLayout, values: Self.values(values))
    } catch {
      throw CVError(
        error.code == kIOReturnBadArgument ? kCVReturnInvalidPixelBufferAttributes : kCVReturnAllocationFailed,
        error.description)
    }
  }

  /// Returns the entries of a dictionary that have string keys, as values of a surface.
  static func values(_ dictionary: CFDictionary) -> [String: Any] {
    var values: [String: Any] = [:]
    for (key, value) in dictionary {
      if let key = key as? String { values[key] = value }
    }
    return values
  }
}
