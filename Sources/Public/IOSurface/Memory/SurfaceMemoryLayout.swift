/// The layout of a surface's memory: offsets and sizes of the surface and of its planes. A layout from outside is
/// checked before memory is allocated or read.
package struct SurfaceMemoryLayout: Hashable, Sendable {
  /// A rectangle of elements; an element is one pixel or a group of them that share bytes.
  package struct Plane: Hashable, Sendable {
    /// The offset from the surface's first byte, in bytes.
    package var offset: Int
    package var bytesPerRow: Int
    /// The number of bytes of the plane, including padding.
    package var byteCount: Int
    /// In pixels.
    package var width: Int
    package var height: Int
    package var bytesPerElement: Int
    /// The width of an element, in pixels.
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
  /// The surface as one rectangle, without regard to its planes.
  package var whole: Plane
  package var planes: [Plane]
  /// The size of the surface, in bytes: a multiple of the page size.
  package var allocationSize: Int
  package var allowsPixelSizeCasting: Bool

  package init(
    pixelFormat: UInt32, whole: Plane, planes: [Plane], allocationSize: Int, allowsPixelSizeCasting: Bool = false
  ) {
    (self.pixelFormat, self.whole, self.planes) = (pixelFormat, whole, planes)
    (self.allocationSize, self.allowsPixelSizeCasting) = (allocationSize, allowsPixelSizeCasting)
  }

  /// The greatest width and height, in pixels. Up to this limit a `Float` represents the centre of every pixel.
  static let greatestSide = 1 << 23
  /// The greatest size of an element, in bytes.
  static let greatestElement = 1 << 16
  /// The greatest width and height of an element, in pixels.
  static let greatestElementSide = 1 << 8
  /// The greatest size of a surface, in bytes. It leaves address space for other mappings.
  static let greatestSize = 1 << 45
  static let greatestPlaneCount = 4
  /// The alignment of planes' offsets, in bytes, including those that the caller specifies. Default row strides are
  /// multiples of it as well.
  package static let leastAlignment = 64

  /// Checks the layout.
  ///
  /// - Parameter pageBytes: the page size, of which the surface's size must be a multiple.
  /// - Throws: `code` for an invalid layout: sides and sizes out of range, rows shorter than their elements, planes
  ///   that overlap or exceed the surface.
  func check(pageBytes: Int, code: IOReturn) throws(IOSurfaceError) {
    func demand(_ isTrue: Bool, _ text: @autoclosure () -> String) throws(IOSurfaceError) {
      if !isTrue { throw IOSurfaceError(code, text()) }
    }
    try demand(
      (1...Self.greatestSize).contains(allocationSize) && allocationSize % pageBytes == 0,
      "a surface cannot have \(allocationSize) bytes; multiples of \(pageBytes) bytes up to \(Self.greatestSize) are "
        + "allowed"
    )
    try demand(
      planes.count <= Self.greatestPlaneCount,
      "a surface cannot have \(planes.count) planes; up to \(Self.greatestPlaneCount) are allowed")
    try whole.check(in: allocationSize, named: "the surface", hasPixels: planes.isEmpty, code: code)
    for (index, plane) in planes.enumerated() {
      try demand(
        plane.width > 0 && plane.height > 0,
        "plane \(index) has \(plane.width)x\(plane.height) pixels; each side must be at least 1")
      try plane.check(in: allocationSize, named: "plane \(index)", hasPixels: true, code: code)
    }
    let inOrder = planes.sorted { $0.offset < $1.offset }
    for (plane, next) in zip(inOrder, inOrder.dropFirst()) {
      try demand(
        plane.offset + plane.byteCount <= next.offset,
        "planes overlap: one has the bytes from \(plane.offset) to \(plane.offset + plane.byteCount), "
          + "another starts at \(next.offset)")
    }
  }
}

extension SurfaceMemoryLayout.Plane {
  /// - Parameter hasPixels: false for the surface as a whole if its planes contain the pixels.
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
          + "\(SurfaceMemoryLayout.greatestElement) bytes and \(SurfaceMemoryLayout.greatestElementSide) pixels are "
          + "allowed"
      )
    }
    // Width and element size are limited, so the size of a row cannot overflow.
    let least = hasPixels ? elementsInRow * bytesPerElement : 0
    let (rows, overflow) = bytesPerRow.multipliedReportingOverflow(by: hasPixels ? rowCount : 0)
    guard bytesPerRow >= least, !overflow, byteCount >= rows else {
      throw IOSurfaceError(
        code,
        "\(name) has \(byteCount) bytes for \(rowCount) rows of \(bytesPerRow) bytes; "
          + "each row must have at least \(least), and the rows must fit")
    }
    let (end, overflowOfEnd) = offset.addingReportingOverflow(byteCount)
    // The first byte must exist, even if the planes contain the pixels.
    guard (0..<allocationSize).contains(offset), !overflowOfEnd, end <= allocationSize,
      offset % SurfaceMemoryLayout.leastAlignment == 0
    else {
      throw IOSurfaceError(
        code,
        "\(name) has \(byteCount) bytes at offset \(offset); it must fit into the \(allocationSize) bytes "
          + "of the surface, at a multiple of \(SurfaceMemoryLayout.leastAlignment)")
    }
  }

  /// The number of elements in a row, including an incomplete last one.
  var elementsInRow: Int { width == 0 ? 0 : (width - 1) / elementWidth + 1 }
  /// The number of rows of elements, including an incomplete last one.
  var rowCount: Int { height == 0 ? 0 : (height - 1) / elementHeight + 1 }
}
