/// The borrowed memory of an image's planes. The owner keeps it valid and unchanged during the use.
///
/// Rows are ordered from the top. Not Sendable: valid only as long as the memory.
package struct PixelPlanes {
  package struct Plane {
    package let start: UnsafeMutableRawPointer
    package let rowBytes: Int

    package init(start: UnsafeMutableRawPointer, rowBytes: Int) { (self.start, self.rowBytes) = (start, rowBytes) }
  }

  package let layout: PixelLayout
  package let width: Int
  package let height: Int
  package let planes: [Plane]

  /// - Precondition: one plane for each of the layout's, rows that hold the width; width and height above 0.
  package init(_ layout: PixelLayout, width: Int, height: Int, planes: [Plane]) {
    precondition(width > 0 && height > 0, "an image has pixels")
    precondition(planes.count == layout.planes.count, "the layout has \(layout.planes.count) planes")
    for (plane, shape) in zip(planes, layout.planes) {
      precondition(plane.rowBytes >= shape.groups(ofWidth: width) * shape.bytes, "a row holds the image's width")
    }
    (self.layout, self.width, self.height, self.planes) = (layout, width, height, planes)
  }

  /// Returns the number of samples of a component in a row, and the number of rows.
  package func count(of component: Component) -> (columns: Int, rows: Int) {
    ((width - 1) / component.columns + 1, (height - 1) / component.rows + 1)
  }

  /// Returns the stored value of a sample: an integer, with a fraction if there are bits below it, or a float.
  /// Coordinates outside are clamped to the edge.
  package func sample(_ component: Component, column: Int, row: Int) -> Double {
    let pointer = address(component, column, row)
    switch component.format {
    case .eightBits: return Double(pointer.load(as: UInt8.self))
    case .sixteenBits(_, let shift):
      return Double(UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self))) / Double(1 << shift)
    case .bits(let depth, let shift):
      return Double(UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self)) >> UInt32(shift) & (1 << depth - 1))
    case .half:
      return Double(Float16(bitPattern: UInt16(littleEndian: pointer.loadUnaligned(as: UInt16.self))))
    case .float:
      return Double(Float(bitPattern: UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))))
    }
  }

  /// Writes a sample. Integer samples are rounded to nearest, halves up, and clamped to their range; NaN becomes 0.
  package func store(_ sample: Double, _ component: Component, column: Int, row: Int) {
    let pointer = address(component, column, row)
    let code =
      component.format.greatestSample.map { UInt32(sample > 0 ? min((sample + 0.5).rounded(.down), $0) : 0) } ?? 0
    switch component.format {
    case .eightBits: pointer.storeBytes(of: UInt8(code), as: UInt8.self)
    case .sixteenBits(_, let shift):
      pointer.storeBytes(of: UInt16(code << UInt32(shift)).littleEndian, as: UInt16.self)
    case .bits(let depth, let shift):
      let mask: UInt32 = (1 << depth - 1) << UInt32(shift)
      let word = UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
      pointer.storeBytes(of: (word & ~mask | code << UInt32(shift)).littleEndian, as: UInt32.self)
    case .half: pointer.storeBytes(of: Float16(sample).bitPattern.littleEndian, as: UInt16.self)
    case .float: pointer.storeBytes(of: Float(sample).bitPattern.littleEndian, as: UInt32.self)
    }
  }

  private func address(_ component: Component, _ column: Int, _ row: Int) -> UnsafeMutableRawPointer {
    let (columns, rows) = count(of: component)
    let (x, y) = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
    let plane = planes[component.plane]
    return plane.start + y * plane.rowBytes + component.offset + x * component.step
  }
}
