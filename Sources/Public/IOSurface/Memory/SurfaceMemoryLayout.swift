/// Where everything is in the memory of a surface. Whatever somebody says of it is checked before memory is taken or
/// read.
package struct SurfaceMemoryLayout: Hashable, Sendable {
  /// A rectangle of elements; an element is one pixel or a group of them that share bytes.
  package struct Plane: Hashable, Sendable {
    /// From the surface's first byte, in bytes.
    package var offset: Int
    package var bytesPerRow: Int
    /// All that belongs to the plane.
    package var byteCount: Int
    /// In pixels.
    package var width: Int
    package var height: Int
    package var bytesPerElement: Int
    /// Pixels of an element.
    package var elementWidth: Int
    package var elementHeight: Int

    package init(
      offset: Int, bytesPerRow: Int, byteCount: Int, width: Int, height: Int, bytesPerElement: Int,
      elementWidth: Int = 1, elementHeight: Int = 1
    ) {
      (self.offset, self.bytesPerRow, self.byteCount) = (offset, bytesPerRow, byteCount)
      (self.width, self.height, self.bytesPerElement) = (width, height, bytesPerElement)
      (self.elementWidth, self.elementHeight) = (elementWidth, elementHeight)
    }
  }

  package var pixelFormat: UInt32
  /// The surface without regard to its planes.
  package var whole: Plane
  package var planes: [Plane]
  /// Bytes of all of it: whole pages.
  package var allocationSize: Int
  package var allowsPixelSizeCasting: Bool

  package init(
    pixelFormat: UInt32, whole: Plane, planes: [Plane], allocationSize: Int, allowsPixelSizeCasting: Bool = false
  ) {
    (self.pixelFormat, self.whole, self.planes) = (pixelFormat, whole, planes)
    (self.allocationSize, self.allowsPixelSizeCasting) = (allocationSize, allowsPixelSizeCasting)
  }

  /// The longest side: up to there a float holds the centre of every pixel.
  static let greatestSide = 1 << 23
  /// The most bytes of an element.
  static let greatestElement = 1 << 16
  /// More pixels than this an element has not along a side.
  static let greatestElementSide = 1 << 8
  /// The most bytes of a surface: what a process can map here, with room for others.
  static let greatestSize = 1 << 45
  static let greatestPlaneCount = 4
  /// What the starts of planes are a multiple of, in bytes, whoever says where they are.
  package static let leastAlignment = 64

  /// - Parameter pageBytes: what the size must be a multiple of.
  /// - Throws: `code` for a shape that no surface has: sides and sizes out of range, rows shorter than their elements,
  ///   planes that share bytes or reach outside.
  func check(pageBytes: Int, code: IOReturn) throws(IOSurfaceError) {
    func demand(_ isTrue: Bool, _ text: @autoclosure () -> String) throws(IOSurfaceError) {
      if !isTrue { throw IOSurfaceError(code, text()) }
    }
    try demand(
      (1...Self.greatestSize).contains(allocationSize) && allocationSize % pageBytes == 0,
      "a surface of \(allocationSize) bytes; whole pages of \(pageBytes) bytes, up to \(Self.greatestSize), are allowed"
    )
    try demand(
      planes.count <= Self.greatestPlaneCount,
      "a surface of \(planes.count) planes; up to \(Self.greatestPlaneCount) are allowed")
    try whole.check(in: allocationSize, named: "the surface", hasPixels: planes.isEmpty, code: code)
    for (index, plane) in planes.enumerated() {
      try demand(plane.width > 0 && plane.height > 0, "plane \(index) has \(plane.width)x\(plane.height) pixels")
      try plane.check(in: allocationSize, named: "plane \(index)", hasPixels: true, code: code)
    }
    let inOrder = planes.sorted { $0.offset < $1.offset }
    for (plane, next) in zip(inOrder, inOrder.dropFirst()) {
      try demand(
        plane.offset + plane.byteCount <= next.offset,
        "planes share bytes: one has those from \(plane.offset) to \(plane.offset + plane.byteCount), one starts at "
          + "\(next.offset)")
    }
  }
}

extension SurfaceMemoryLayout.Plane {
  /// - Parameter hasPixels: false for the whole of a surface whose planes have them.
  fileprivate func check(
    in allocationSize: Int, named name: String, hasPixels: Bool, code: IOReturn
  ) throws(IOSurfaceError) {
    let sides = 0...SurfaceMemoryLayout.greatestSide
    guard sides.contains(width), sides.contains(height),
      (1...SurfaceMemoryLayout.greatestElement).contains(bytesPerElement),
      (1...SurfaceMemoryLayout.greatestElementSide).contains(elementWidth),
      (1...SurfaceMemoryLayout.greatestElementSide).contains(elementHeight)
    else {
      throw IOSurfaceError(
        code,
        "\(name) has \(width)x\(height) pixels, elements of \(bytesPerElement) bytes and "
          + "\(elementWidth)x\(elementHeight) pixels; sides up to \(SurfaceMemoryLayout.greatestSide), "
          + "\(SurfaceMemoryLayout.greatestElement) bytes and \(SurfaceMemoryLayout.greatestElementSide) pixels are allowed")
    }
    // Sides and elements are bounded: a row is far from what an Int holds.
    let least = hasPixels ? elementsInRow * bytesPerElement : 0
    let (rows, overflow) = bytesPerRow.multipliedReportingOverflow(by: hasPixels ? rowCount : 0)
    guard bytesPerRow >= least, !overflow, byteCount >= rows else {
      throw IOSurfaceError(
        code,
        "\(name) has \(byteCount) bytes for \(rowCount) rows of \(bytesPerRow) bytes; "
          + "rows of \(width) pixels take \(least)")
    }
    let (end, overflowOfEnd) = offset.addingReportingOverflow(byteCount)
    // A first byte there always is, also of the whole of a surface whose planes have the pixels.
    guard (0..<allocationSize).contains(offset), !overflowOfEnd, end <= allocationSize,
      offset % SurfaceMemoryLayout.leastAlignment == 0
    else {
      throw IOSurfaceError(
        code,
        "\(name) has \(byteCount) bytes from \(offset) on; the surface has \(allocationSize), and planes start at "
          + "multiples of \(SurfaceMemoryLayout.leastAlignment)")
    }
  }

  /// Elements in a row: a last one that is not full counts.
  var elementsInRow: Int { width == 0 ? 0 : (width - 1) / elementWidth + 1 }
  /// Rows of elements: a last one that is not full counts.
  var rowCount: Int { height == 0 ? 0 : (height - 1) / elementHeight + 1 }
}
