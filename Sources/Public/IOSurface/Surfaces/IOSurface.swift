// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// Pixel memory that processes share: every process that has the surface's descriptor reads and writes the same bytes.
///
/// Two objects for the same memory are equal. All functions may be called on any thread at any time. The memory is
/// released with its last process. The locks and uses of a process end with it.
public final class IOSurface: Sendable {
  let memory: SurfaceMemory

  init(_ memory: SurfaceMemory) { self.memory = memory }

  /// Creates a surface whose bytes are zero, or returns nil if that fails. `init(validating:)` throws the reason.
  public convenience init?(properties: [IOSurfacePropertyKey: Any]) {
    do {
      try self.init(validating: properties)
    } catch {
      return nil
    }
  }

  /// Creates a surface whose bytes are zero.
  ///
  /// By default, row strides are multiples of 64 bytes and each plane starts at a page. Properties that do not concern
  /// the layout become values of the surface.
  ///
  /// - Throws: an error with the rejected property and the allowed range, or with the error of the system.
  public convenience init(validating properties: [IOSurfacePropertyKey: Any]) throws(IOSurfaceError) {
    let (shape, values) = try SurfaceProperties.read(properties, pageBytes: SurfaceMemory.pageBytes)
    try self.init(shape, values: values)
  }

  /// Creates a surface with this layout and these values.
  package convenience init(_ shape: SurfaceMemoryLayout, values: [String: Any]) throws(IOSurfaceError) {
    let name = values[IOSurfacePropertyKey.name.rawValue] as? String ?? "IOSurface"
    // Linux permits names of up to 249 bytes.
    self.init(try SurfaceMemory.create(shape, name: String(decoding: name.utf8.prefix(240), as: UTF8.self)))
    if !values.isEmpty { try memory.values.change { $0 = values } }
  }

  /// Opens the surface of a descriptor that `makeFileDescriptor()` has returned in any process.
  ///
  /// The file and its header are checked before they are used. The descriptor remains the caller's, and may be closed.
  ///
  /// - Throws: `kIOReturnBadMedia` if it is not a surface.
  public convenience init(fileDescriptor: Int32) throws(IOSurfaceError) {
    self.init(try SurfaceMemory.open(fileDescriptor))
  }

  package var shape: SurfaceMemoryLayout { memory.shape }
  /// The address of the surface's first byte, to which the offsets of planes refer.
  package var firstByte: UnsafeMutableRawPointer { memory.start }
  /// Whether another process uses the surface.
  package var isUsedElsewhere: Bool { memory.uses.isUsedElsewhere }
  /// The alignment of surfaces' sizes and default plane offsets, in bytes.
  package static var pageBytes: Int { SurfaceMemory.pageBytes }

  /// The identifier of the surface in this process, valid during its lifetime. Other processes have other identifiers.
  public var surfaceID: IOSurfaceID { memory.id }
  /// The size of the surface, in bytes: a multiple of the page size.
  public var allocationSize: Int { shape.allocationSize }
  /// The width, in pixels.
  public var width: Int { shape.whole.width }
  /// The height, in pixels.
  public var height: Int { shape.whole.height }
  /// The address of the first row. The surface's first byte is the start of a page.
  public var baseAddress: UnsafeMutableRawPointer { memory.start + shape.whole.offset }
  /// The pixel format, a code as of pixel buffers; 0 if none was specified.
  public var pixelFormat: OSType { shape.pixelFormat }
  /// The row stride, in bytes; for a surface with planes, that of the first plane.
  public var bytesPerRow: Int { shape.whole.bytesPerRow }
  /// The size of an element, in bytes. An element is a pixel, or a group of pixels that share bytes.
  public var bytesPerElement: Int { shape.whole.bytesPerElement }
  /// The width of an element, in pixels.
  public var elementWidth: Int { shape.whole.elementWidth }
  /// The height of an element, in pixels.
  public var elementHeight: Int { shape.whole.elementHeight }
  /// Whether the pixels may be read as pixels of another size.
  public var allowsPixelSizeCasting: Bool { shape.allowsPixelSizeCasting }

  /// The number of planes; 0 for a surface whose pixels are interleaved.
  public var planeCount: Int { shape.planes.count }
  /// Returns the width of a plane, in pixels; 0 if there is no such plane.
  public func widthOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.width ?? 0 }
  /// Returns the height of a plane, in pixels; 0 if there is no such plane.
  public func heightOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.height ?? 0 }
  /// Returns the row stride of a plane, in bytes; 0 if there is no such plane.
  public func bytesPerRowOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.bytesPerRow ?? 0 }
  /// Returns the size of a plane's element, in bytes; 0 if there is no such plane.
  public func bytesPerElementOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.bytesPerElement ?? 0 }
  /// Returns the width of a plane's element, in pixels; 0 if there is no such plane.
  public func elementWidthOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.elementWidth ?? 0 }
  /// Returns the height of a plane's element, in pixels; 0 if there is no such plane.
  public func elementHeightOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.elementHeight ?? 0 }
  /// Returns the address of a plane's first row; that of the surface if there is no such plane.
  public func baseAddressOfPlane(at planeIndex: Int) -> UnsafeMutableRawPointer {
    plane(planeIndex).map { memory.start + $0.offset } ?? baseAddress
  }

  /// Returns a plane. Plane 0 of a surface without planes is the surface.
  private func plane(_ index: Int) -> SurfaceMemoryLayout.Plane? {
    if shape.planes.isEmpty, index == 0 { return shape.whole }
    return shape.planes.indices.contains(index) ? shape.planes[index] : nil
  }
}

extension IOSurface: Hashable, CustomStringConvertible {
  public static func == (a: IOSurface, b: IOSurface) -> Bool { a.memory === b.memory }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(memory)) }
  public var description: String {
    "IOSurface \(surfaceID): \(width)x\(height), \(planeCount) planes, \(allocationSize) bytes"
  }
}

/// The name of the class in the signatures of functions.
public typealias IOSurfaceRef = IOSurface
/// The identifier of a surface in one process.
public typealias IOSurfaceID = UInt32
