import Foundation

/// What a dictionary says of a surface that is to be made.
enum SurfaceProperties {
  /// - Returns: where everything is, and what is left: values of the surface.
  /// - Throws: `kIOReturnBadArgument`.
  static func read(
    _ properties: [IOSurfacePropertyKey: Any], pageBytes: Int
  ) throws(IOSurfaceError) -> (shape: SurfaceMemoryLayout, values: [String: Any]) {
    let reader = Reader(properties)
    let asked = try reader.number(.allocSize)
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
        throw IOSurfaceError(kIOReturnBadArgument, "a surface with planes needs a width and a height")
      }
      if try reader.number(.bytesPerRow) == nil { whole.bytesPerRow = first.bytesPerRow }
      if try reader.number(.bytesPerElement) == nil { whole.bytesPerElement = first.bytesPerElement }
      whole.byteCount = 0
    } else {
      end = whole.offset + whole.byteCount
    }
    guard let size = asked ?? (end > 0 ? end : nil), size >= end, size > 0 else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        asked.map { "a surface of \($0) bytes was asked for; its pixels take \(end)" }
          ?? "a surface needs a width and a height, or a size in bytes")
    }
    let shape = SurfaceMemoryLayout(
      pixelFormat: try reader.pixelFormat(), whole: whole, planes: planes,
      allocationSize: roundedUp(size, to: pageBytes),
      allowsPixelSizeCasting: try reader.number(.pixelSizeCastingAllowed) ?? 0 != 0)
    return (shape, reader.values())
  }
}

/// The next multiple of `step` that is not below `count`.
func roundedUp(_ count: Int, to step: Int) -> Int { (count + step - 1) / step * step }

/// The keys of a rectangle of elements.
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

  /// What says where things are; the rest are values.
  private static let spatial: Set<IOSurfacePropertyKey> = [
    .allocSize, .width, .height, .bytesPerRow, .bytesPerElement, .elementWidth, .elementHeight, .offset, .planeInfo,
    .pixelFormat, .pixelSizeCastingAllowed,
  ]

  /// A whole number that is not negative and no larger than a surface; nil when the key is not there.
  func number(_ key: IOSurfacePropertyKey) throws(IOSurfaceError) -> Int? {
    guard let value = properties[key] else { return nil }
    guard let number = (value as? NSNumber).flatMap({ Int(exactly: $0.doubleValue) }),
      (0...SurfaceMemoryLayout.greatestSize).contains(number)
    else {
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "\(key.rawValue) is \(value); whole numbers from 0 to \(SurfaceMemoryLayout.greatestSize) are allowed")
    }
    return number
  }

  func pixelFormat() throws(IOSurfaceError) -> UInt32 {
    guard let format = UInt32(exactly: try number(.pixelFormat) ?? 0) else {
      throw IOSurfaceError(kIOReturnBadArgument, "\(IOSurfacePropertyKey.pixelFormat.rawValue) has more than 32 bits")
    }
    return format
  }

  func planes() throws(IOSurfaceError) -> [Reader] {
    guard let value = properties[.planeInfo] else { return [] }
    guard let planes = value as? [[AnyHashable: Any]], (1...SurfaceMemoryLayout.greatestPlaneCount).contains(planes.count)
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
        "\(plane.width)x\(plane.height) pixels in elements of \(plane.elementWidth)x\(plane.elementHeight) and "
          + "\(plane.bytesPerElement) bytes were asked for; sides up to \(SurfaceMemoryLayout.greatestSide), elements of a "
          + "pixel or more and of up to \(SurfaceMemoryLayout.greatestElement) bytes are allowed")
    }
    plane.bytesPerRow =
      try number(keys.bytesPerRow)
      ?? roundedUp(plane.elementsInRow * plane.bytesPerElement, to: SurfaceMemoryLayout.leastAlignment)
    let (rows, overflow) = plane.bytesPerRow.multipliedReportingOverflow(by: plane.rowCount)
    guard !overflow, rows <= SurfaceMemoryLayout.greatestSize else {
      throw IOSurfaceError(
        kIOReturnBadArgument, "\(plane.rowCount) rows of \(plane.bytesPerRow) bytes are more than a surface has")
    }
    plane.byteCount = max(rows, keys.size == .planeSize ? try number(.planeSize) ?? 0 : 0)
    return plane
  }

  func values() -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: properties.filter { !Self.spatial.contains($0.key) }.map { ($0.key.rawValue, $0.value) })
  }
}

/// A dictionary by its keys, which may be texts of either kind.
func keyed(_ dictionary: [AnyHashable: Any]) -> [IOSurfacePropertyKey: Any] {
  var properties: [IOSurfacePropertyKey: Any] = [:]
  for (key, value) in dictionary {
    if let key = key as? IOSurfacePropertyKey ?? (key as? String).map(IOSurfacePropertyKey.init(rawValue:)) {
      properties[key] = value
    }
  }
  return properties
}
