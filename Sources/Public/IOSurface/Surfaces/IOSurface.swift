// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// Pixels in memory that processes share: whoever has the surface's descriptor reads and writes the same bytes.
///
/// Two objects for the same memory are equal. All functions may be called on any thread at any time. The memory goes
/// with the last process that holds it; what a process had locked, and its uses, end with it.
public final class IOSurface: Sendable {
  let memory: SurfaceMemory

  init(_ memory: SurfaceMemory) { self.memory = memory }

  /// A new surface, all zero; nil when there is none: `init(validating:)` says why.
  public convenience init?(properties: [IOSurfacePropertyKey: Any]) {
    do {
      try self.init(validating: properties)
    } catch {
      return nil
    }
  }

  /// A new surface, all zero.
  ///
  /// Rows start at multiples of 64 bytes and planes with a page, unless the properties say otherwise. What has no
  /// meaning for memory becomes a value of the surface.
  ///
  /// - Throws: what was asked and what is allowed; or what the system refused.
  public convenience init(validating properties: [IOSurfacePropertyKey: Any]) throws(IOSurfaceError) {
    let (shape, values) = try SurfaceProperties.read(properties, pageBytes: SurfaceMemory.pageBytes)
    try self.init(shape, values: values)
  }

  /// A new surface of this shape, whose values are those.
  package convenience init(_ shape: SurfaceMemoryLayout, values: [String: Any]) throws(IOSurfaceError) {
    let name = values[IOSurfacePropertyKey.name.rawValue] as? String ?? "IOSurface"
    // The system takes up to 249 bytes.
    self.init(try SurfaceMemory.made(shape, name: String(decoding: name.utf8.prefix(240), as: UTF8.self)))
    if !values.isEmpty { try memory.values.change { $0 = values } }
  }

  /// The surface of a descriptor that `makeFileDescriptor()` made in any process.
  ///
  /// Everything that the file says is checked before it is believed. The descriptor stays the caller's, and may be
  /// closed.
  ///
  /// - Throws: `kIOReturnBadMedia` when it is no surface.
  public convenience init(fileDescriptor: Int32) throws(IOSurfaceError) {
    self.init(try SurfaceMemory.opened(fileDescriptor))
  }

  package var shape: SurfaceMemoryLayout { memory.shape }
  /// What offsets of planes count from.
  package var firstByte: UnsafeMutableRawPointer { memory.start }
  /// True while another process says that it uses the surface.
  package var isUsedElsewhere: Bool { memory.uses.isUsedElsewhere }
  /// What surfaces and their planes are a multiple of.
  package static var pageBytes: Int { SurfaceMemory.pageBytes }

  /// Names the surface in this process, as long as it lives. Other processes have other numbers.
  public var surfaceID: IOSurfaceID { memory.id }
  /// Bytes of all of it: whole pages.
  public var allocationSize: Int { shape.allocationSize }
  /// Pixels in a row.
  public var width: Int { shape.whole.width }
  /// Rows.
  public var height: Int { shape.whole.height }
  /// Where the first byte of the first row is. The surface's first byte starts a page.
  public var baseAddress: UnsafeMutableRawPointer { memory.start + shape.whole.offset }
  /// The code of the format, as of pixel buffers; 0 where none was said.
  public var pixelFormat: OSType { shape.pixelFormat }
  /// Bytes from the start of a row to that of the next; of a surface with planes those of its first plane.
  public var bytesPerRow: Int { shape.whole.bytesPerRow }
  /// Bytes of an element: a pixel, or a group of them that share bytes.
  public var bytesPerElement: Int { shape.whole.bytesPerElement }
  /// Pixels of an element beside each other.
  public var elementWidth: Int { shape.whole.elementWidth }
  /// Rows of an element.
  public var elementHeight: Int { shape.whole.elementHeight }
  /// True where it was said that pixels may be read as some of another size.
  public var allowsPixelSizeCasting: Bool { shape.allowsPixelSizeCasting }

  /// How many planes there are; 0 where pixels lie whole beside each other.
  public var planeCount: Int { shape.planes.count }
  /// Pixels in a row of a plane; 0 for a plane that is not there.
  public func widthOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.width ?? 0 }
  /// Rows of a plane; 0 for a plane that is not there.
  public func heightOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.height ?? 0 }
  /// Bytes from the start of a plane's row to that of the next; 0 for a plane that is not there.
  public func bytesPerRowOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.bytesPerRow ?? 0 }
  /// Bytes of a plane's element; 0 for a plane that is not there.
  public func bytesPerElementOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.bytesPerElement ?? 0 }
  /// Pixels of a plane's element beside each other; 0 for a plane that is not there.
  public func elementWidthOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.elementWidth ?? 0 }
  /// Rows of a plane's element; 0 for a plane that is not there.
  public func elementHeightOfPlane(at planeIndex: Int) -> Int { plane(planeIndex)?.elementHeight ?? 0 }
  /// Where the first byte of a plane is; that of the surface for a plane that is not there.
  public func baseAddressOfPlane(at planeIndex: Int) -> UnsafeMutableRawPointer {
    plane(planeIndex).map { memory.start + $0.offset } ?? baseAddress
  }

  /// A surface without planes is its plane 0.
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

/// A surface, as functions call it.
public typealias IOSurfaceRef = IOSurface
/// Names a surface in one process.
public typealias IOSurfaceID = UInt32
