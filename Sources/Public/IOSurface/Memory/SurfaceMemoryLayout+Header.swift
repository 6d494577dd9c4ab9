import CIOSurface

extension SurfaceMemoryLayout {
  /// What the start of the file says of the surface.
  ///
  /// - Parameter facts: a copy, so that nobody changes what was checked.
  /// - Throws: `kIOReturnBadMedia` for anything that a surface made here cannot have said.
  init(_ facts: CIOSFacts, fileBytes: UInt64, pageBytes: Int) throws(IOSurfaceError) {
    guard facts.magic == CIOS_MAGIC, facts.version == UInt32(CIOS_VERSION) else {
      throw IOSurfaceError(
        kIOReturnBadMedia, "the file is no surface, or one of a version that is not \(CIOS_VERSION)")
    }
    let header = UInt64(CIOS_HEADER_BYTES)
    guard UInt64(facts.headerBytes) == header, facts.fileBytes == fileBytes, fileBytes > header else {
      throw IOSurfaceError(
        kIOReturnBadMedia,
        "the file of a surface says that it has \(facts.fileBytes) bytes, \(facts.headerBytes) of them before the "
          + "pixels; it has \(fileBytes)")
    }
    guard facts.planeCount <= UInt32(CIOS_PLANE_LIMIT), facts.allowsPixelSizeCasting <= 1 else {
      throw IOSurfaceError(kIOReturnBadMedia, "the file of a surface says that it has \(facts.planeCount) planes")
    }
    guard let size = Int(exactly: fileBytes - header) else {
      throw IOSurfaceError(kIOReturnBadMedia, "the file of a surface has \(fileBytes) bytes")
    }
    var planes: [Plane] = []
    let said = [facts.planes.0, facts.planes.1, facts.planes.2, facts.planes.3]
    for plane in said.prefix(Int(facts.planeCount)) { planes.append(try Plane(plane)) }
    self.init(
      pixelFormat: facts.pixelFormat, whole: try Plane(facts.whole), planes: planes, allocationSize: size,
      allowsPixelSizeCasting: facts.allowsPixelSizeCasting == 1)
    try check(pageBytes: pageBytes, code: kIOReturnBadMedia)
  }

  /// The start of the file. The shape was checked.
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
    let said = planes.map(\.facts) + Array(repeating: CIOSPlane(), count: Self.greatestPlaneCount - planes.count)
    facts.planes = (said[0], said[1], said[2], said[3])
    return facts
  }
}

extension SurfaceMemoryLayout.Plane {
  fileprivate init(_ facts: CIOSPlane) throws(IOSurfaceError) {
    guard let offset = Int(exactly: facts.offset), let bytesPerRow = Int(exactly: facts.bytesPerRow),
      let byteCount = Int(exactly: facts.byteCount)
    else {
      throw IOSurfaceError(kIOReturnBadMedia, "the file of a surface has numbers that are no sizes")
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
