import CoreGraphics
import Foundation
import IOSurface

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Makes a buffer on a surface, without a copy: of the format that the surface says.
///
/// What is attached to the surface is attached to the buffer. The buffer counts as a use of the surface.
/// `pixelBufferOut` is set only on success; its reference is the caller's.
///
/// - Returns: `kCVReturnSuccess`, or why there is no buffer: `kCVReturnInvalidPixelFormat` for a surface without a
///   format that is known, `kCVReturnInvalidArgument` for one whose planes are not those of its format.
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

/// The surface that the buffer's pixels are in, which the buffer keeps; nil when they are in no surface.
public func CVPixelBufferGetIOSurface(_ pixelBuffer: CVPixelBuffer?) -> Unmanaged<IOSurfaceRef>? {
  pixelBuffer?.memory.surface.map { Unmanaged.passUnretained($0) }
}

extension CVBuffer {
  /// A buffer on a surface, without a copy: of the format that the surface says.
  ///
  /// What is attached to the surface is attached to the buffer. The buffer counts as a use of the surface.
  ///
  /// - Throws: what the surface is, and what its format takes.
  public convenience init(_ surface: IOSurface) throws(CVError) {
    self.init(try PixelBufferLayout(of: surface), in: PixelMemory(surface))
  }
}

extension PixelBufferLayout {
  /// The planes of a surface, which may come from anywhere: checked against what the format takes. That they are inside
  /// of its memory the surface knows.
  fileprivate init(of surface: IOSurface) throws(CVError) {
    try self.init(format: surface.pixelFormat, width: surface.width, height: surface.height)
    let said = surface.shape
    guard layout.isPlanar ? said.planes.count == planes.count : said.planes.count <= 1 else {
      throw CVError(
        kCVReturnInvalidArgument,
        "\(name(of: format)) has \(layout.isPlanar ? planes.count : 0) planes, the surface has \(said.planes.count)")
    }
    for (index, plane) in (said.planes.isEmpty ? [said.whole] : said.planes).enumerated() {
      let least = leastRowBytes(index)
      // A product of what a surface holds and of a side: no overflow.
      guard plane.bytesPerRow >= least, plane.byteCount / planes[index].height >= plane.bytesPerRow,
        !layout.isPlanar || (plane.width == planes[index].width && plane.height == planes[index].height)
      else {
        throw CVError(
          kCVReturnInvalidArgument,
          "plane \(index) of \(width)x\(height) \(name(of: format)) has \(planes[index].height) rows of \(least) bytes "
            + "or more; that of the surface has \(plane.width)x\(plane.height) pixels, \(plane.byteCount) bytes in "
            + "rows "
            + "of \(plane.bytesPerRow)")
      }
      planes[index].offset = plane.offset
      planes[index].rowBytes = plane.bytesPerRow
    }
    byteCount = surface.allocationSize
  }

  /// The same shape as of a surface.
  fileprivate var ofSurface: SurfaceMemoryLayout {
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
  /// A surface for pixels of this shape.
  ///
  /// - Throws: `kCVReturnAllocationFailed`; `kCVReturnInvalidPixelBufferAttributes` for values that no surface has.
  convenience init(_ shape: PixelBufferLayout, _ values: CFDictionary) throws(CVError) {
    do throws(IOSurfaceError) {
      try self.init(shape.ofSurface, values: Self.values(values))
    } catch {
      throw CVError(
        error.code == kIOReturnBadArgument ? kCVReturnInvalidPixelBufferAttributes : kCVReturnAllocationFailed,
        error.description)
    }
  }

  /// What a dictionary of properties attaches to a surface whose shape is known.
  static func values(_ dictionary: CFDictionary) -> [String: Any] {
    var values: [String: Any] = [:]
    for (key, value) in dictionary {
      if let key = key as? String { values[key] = value }
    }
    return values
  }
}
