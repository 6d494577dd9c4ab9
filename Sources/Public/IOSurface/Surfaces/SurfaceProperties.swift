import Foundation

/// The reading of a dictionary of properties for a new surface.
enum SurfaceProperties {
  /// Reads the properties of a new surface.
  ///
  /// - Returns: the layout, and the remaining properties, which become values of the surface.
  /// - Throws: `kIOReturnBadArgument`.
  static func read(
    _ properties: [IOSurfacePropertyKey: Any], pageBytes: Int
  ) throws(IOSurfaceError) -> (shape: SurfaceMemoryLayout, values: [String: Any]) {
    let reader = Reader(properties)
    let requestedSize = try reader.number(.allocSize)
    var planes: [SurfaceMemoryLayout.Plane] = []
    var end = 0
    for plane in try reader.planes() {
      let start = try plane.number(.planeOffset) ?? roundedUp(end, to: pageBytes)
      planes.append(try plane.plane(.ofPlane, offset: start))
      end = max(end, start + planes[planes.count - 1].byteCount)
    }
    var whole = try reader.plane(.ofSurface, offset: try reader.number(.offset) ?? planes.first?.offset ?? 0)
    if let first = planes.first {
      guard whole.width > 0, whole.height > 0 else {
        throw IOSurfaceError(kIOReturnBadArgument, "a surface with planes needs a width and a height of at least 1")
      }
      if try reader.number(.bytesPerRow) == nil { whole.bytesPerRow = first.bytesPerRow }
      if try reader.number(.bytesPerElement) == nil { whole.bytesPerElement = first.bytesPerElement }
      whole.byteCount = 0
    } else {
      end = whole.offset + whole.byteCount
    }
    guard let size = requestedSize ?? (end > 0 ? end : nil), size >= end, size > 0 else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        requestedSize.map { "a surface cannot have \($0) bytes; its pixels need \(max(end, 1)) or more" }
          ?? "a surface needs a width and a height, or a size in bytes")
    }
    let shape = SurfaceMemoryLayout(
      pixelFormat: try reader.pixelFormat(), whole: whole, planes: planes,
      allocationSize: roundedUp(size, to: pageBytes),
      allowsPixelSizeCasting: try reader.number(.pixelSizeCastingAllowed) ?? 0 != 0)
    return (shape, reader.values())
  }
}

/// Returns the least multiple of `step` that is at least `count`.
func roundedUp(_ count: Int, to step: Int) -> Int { (count + step - 1) / step * step }

/// The keys that describe a surface or a plane.
private struct PlaneKeys {
  let width, height, bytesPerRow, size, bytesPerElement, elementWidth, elementHeight: IOSurfacePropertyKey

  static let ofSurface = PlaneKeys(
    width: .width, height: .height, bytesPerRow: .bytesPerRow, size: .allocSize, bytesPerElement: .bytesPerElement,
    elementWidth: .elementWidth, elementHeight: .elementHeight)
  static let ofPlane = PlaneKeys(
    width: .planeWidth, height: .planeHeight, bytesPerRow: .planeBytesPerRow, size: .planeSize,
    bytesPerElement: .planeBytesPerElement, elementWidth: .planeElementWidth, elementHeight: .planeElementHeight)
}

private struct Reader {
  private let properties: [IOSurfacePropertyKey: Any]

  init(_ properties: [IOSurfacePropertyKey: Any]) { self.properties = properties }

  /// The keys that describe the layout. The remaining ones are values.
  private static let spatial: Set<IOSurfacePropertyKey> = [
    .allocSize, .width, .height, .bytesPerRow, .bytesPerElement, .elementWidth, .elementHeight, .offset, .planeInfo,
    .pixelFormat, .pixelSizeCastingAllowed,
  ]

  /// Returns an integer from 0 to the greatest size of a surface, or nil if the key is absent.
  func number(_ key: IOSurfacePropertyKey) throws(IOSurfaceError) -> Int? {
    guard let value = properties[key] else { return nil }
    guard let number = (value as? NSNumber).flatMap({ Int(exactly: $0.doubleValue) }),
      (0...SurfaceMemoryLayout.greatestSize).contains(number)
    else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "\(key.rawValue) is \(value); integers from 0 to \(SurfaceMemoryLayout.greatestSize) are allowed")
    }
    return number
  }

  func pixelFormat() throws(IOSurfaceError) -> UInt32 {
    guard let format = UInt32(exactly: try number(.pixelFormat) ?? 0) else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "\(IOSurfacePropertyKey.pixelFormat.rawValue) has more than 32 bits; four-character codes are allowed")
    }
    return format
  }

  func planes() throws(IOSurfaceError) -> [Reader] {
    guard let value = properties[.planeInfo] else { return [] }
    guard let planes = value as? [[AnyHashable: Any]],
      (1...SurfaceMemoryLayout.greatestPlaneCount).contains(planes.count)
    else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "\(IOSurfacePropertyKey.planeInfo.rawValue) is \(value); "
          + "1 to \(SurfaceMemoryLayout.greatestPlaneCount) dictionaries are allowed")
    }
    return planes.map { Reader(keyed($0)) }
  }

  func plane(_ keys: PlaneKeys, offset: Int) throws(IOSurfaceError) -> SurfaceMemoryLayout.Plane {
    var plane = SurfaceMemoryLayout.Plane(
      offset: offset, bytesPerRow: 0, byteCount: 0, width: try number(keys.width) ?? 0,
      height: try number(keys.height) ?? 0, bytesPerElement: try number(keys.bytesPerElement) ?? 1,
      elementWidth: try number(keys.elementWidth) ?? 1, elementHeight: try number(keys.elementHeight) ?? 1)
    guard plane.elementWidth > 0, plane.elementHeight > 0, plane.width <= SurfaceMemoryLayout.greatestSide,
      plane.height <= SurfaceMemoryLayout.greatestSide, plane.bytesPerElement <= SurfaceMemoryLayout.greatestElement
    else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "a surface cannot have \(plane.width)x\(plane.height) pixels in elements of "
          + "\(plane.elementWidth)x\(plane.elementHeight) pixels and \(plane.bytesPerElement) bytes; sides up to "
          + "\(SurfaceMemoryLayout.greatestSide), elements of 1 pixel or more and of up to "
          + "\(SurfaceMemoryLayout.greatestElement) bytes are allowed")
    }
    plane.bytesPerRow =
      try number(keys.bytesPerRow)
      ?? roundedUp(plane.elementsInRow * plane.bytesPerElement, to: SurfaceMemoryLayout.leastAlignment)
    let (rows, overflow) = plane.bytesPerRow.multipliedReportingOverflow(by: plane.rowCount)
    guard !overflow, rows <= SurfaceMemoryLayout.greatestSize else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "\(plane.rowCount) rows of \(plane.bytesPerRow) bytes exceed "
          + "the \(SurfaceMemoryLayout.greatestSize) bytes that a surface may have")
    }
    plane.byteCount = max(rows, keys.size == .planeSize ? try number(.planeSize) ?? 0 : 0)
    return plane
  }

  func values() -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: properties.filter { !Self.spatial.contains($0.key) }.map { ($0.key.rawValue, $0.value) })
  }
}

/// Returns a dictionary by property keys. Its keys may be `IOSurfacePropertyKey` or strings; others are omitted.
func keyed(_ dictionary: [AnyHashable: Any]) -> [IOSurfacePropertyKey: Any] {
  var properties: [IOSurfacePropertyKey: Any] = [:]
  for (key, value) in dictionary {
    if let key = key as? IOSurfacePropertyKey ?? (key as? String).map(IOSurfacePropertyKey.init(rawValue:)) {
      properties[key] = value
    }
  }
  return properties
}
