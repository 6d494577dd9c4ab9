import CIOSurface

extension SurfaceMemoryLayout {
  /// Reads the layout from the header of a surface's file.
  ///
  /// - Parameter facts: a copy, which no other process can change after the check.
  /// - Throws: `kIOReturnBadMedia` for values that this module never writes.
  init(_ facts: CIOSFacts, fileBytes: UInt64, pageBytes: Int) throws(IOSurfaceError) {
    guard facts.magic == CIOS_MAGIC, facts.version == UInt32(CIOS_VERSION) else {
      throw IOSurfaceError(
        kIOReturnBadMedia, "the file is not a surface of version \(CIOS_VERSION)")
    }
    let header = UInt64(CIOS_HEADER_BYTES)
    guard UInt64(facts.headerBytes) == header, facts.fileBytes == fileBytes, fileBytes > header else {
      throw IOSurfaceError(
        kIOReturnBadMedia,
        "the header of a surface file gives \(facts.fileBytes) bytes, \(facts.headerBytes) of them before the pixels; "
          + "the file has \(fileBytes), of which \(header) must be the header")
    }
    guard facts.planeCount <= UInt32(CIOS_PLANE_LIMIT), facts.allowsPixelSizeCasting <= 1 else {
      throw IOSurfaceError(
        kIOReturnBadMedia,
        "the header of a surface file gives \(facts.planeCount) planes; up to \(CIOS_PLANE_LIMIT) are allowed")
    }
    guard let size = Int(exactly: fileBytes - header) else {
      throw IOSurfaceError(kIOReturnBadMedia, "a surface file of \(fileBytes) bytes is too large for this process")
    }
    var planes: [Plane] = []
    let entries = [facts.planes.0, facts.planes.1, facts.planes.2, facts.planes.3]
    for plane in entries.prefix(Int(facts.planeCount)) { planes.append(try Plane(plane)) }
    self.init(
      pixelFormat: facts.pixelFormat, whole: try Plane(facts.whole), planes: planes, allocationSize: size,
      allowsPixelSizeCasting: facts.allowsPixelSizeCasting == 1)
    try check(pageBytes: pageBytes, code: kIOReturnBadMedia)
  }

  /// The header of the file. The layout must have been checked.
  var facts: CIOSFacts {
    var facts = CIOSFacts()
    facts.magic = CIOS_MAGIC
    facts.version = UInt32(CIOS_VERSION)
    facts.headerBytes = UInt32(CIOS_HEADER_BYTES)
    facts.fileBytes = UInt64(CIOS_HEADER_BYTES + allocationSize)
    facts.pixelFormat = pixelFormat
    facts.planeCount = UInt32(planes.count)
    facts.allowsPixelSizeCasting = allowsPixelSizeCasting ? 1 : 0
    facts.whole = whole.facts
    let entries = planes.map(\.facts) + Array(repeating: CIOSPlane(), count: Self.greatestPlaneCount - planes.count)
    facts.planes = (entries[0], entries[1], entries[2], entries[3])
    return facts
  }
}

extension SurfaceMemoryLayout.Plane {
  fileprivate init(_ facts: CIOSPlane) throws(IOSurfaceError) {
    guard let offset = Int(exactly: facts.offset), let bytesPerRow = Int(exactly: facts.bytesPerRow),
      let byteCount = Int(exactly: facts.byteCount)
    else {
      throw IOSurfaceError(kIOReturnBadMedia, "a size or offset in the header of a surface file is too large")
    }
    self.init(
      offset: offset, bytesPerRow: bytesPerRow, byteCount: byteCount, width: Int(facts.width),
      height: Int(facts.height), bytesPerElement: Int(facts.bytesPerElement), elementWidth: Int(facts.elementWidth),
      elementHeight: Int(facts.elementHeight))
  }

  fileprivate var facts: CIOSPlane {
    CIOSPlane(
      offset: UInt64(offset), bytesPerRow: UInt64(bytesPerRow), byteCount: UInt64(byteCount), width: UInt32(width),
      height: UInt32(height), bytesPerElement: UInt32(bytesPerElement), elementWidth: UInt32(elementWidth),
      elementHeight: UInt32(elementHeight), reserved: 0)
  }
}
