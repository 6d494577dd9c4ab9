/// The memory of an image's planes, which somebody else holds and keeps from changing meanwhile.
///
/// Rows count from the top. Not Sendable: it is good for as long as the memory is.
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

  /// - Precondition: one plane for each of the layout, rows that hold the width; both sizes above 0.
  package init(_ layout: PixelLayout, width: Int, height: Int, planes: [Plane]) {
    precondition(width > 0 && height > 0, "an image has pixels")
    precondition(planes.count == layout.planes.count, "the layout has \(layout.planes.count) planes")
    for (plane, shape) in zip(planes, layout.planes) {
      precondition(plane.rowBytes >= shape.groups(ofWidth: width) * shape.bytes, "a row holds the image's width")
    }
    (self.layout, self.width, self.height, self.planes) = (layout, width, height, planes)
  }

  /// How many numbers of a component lie in a row, and how many rows of them there are.
  package func count(of component: Component) -> (columns: Int, rows: Int) {
    ((width - 1) / component.columns + 1, (height - 1) / component.rows + 1)
  }

  /// A number as it is written: a code, with a fraction where there are bits below it, or a float. Places outside take
  /// what the edge has.
  package func number(_ component: Component, column: Int, row: Int) -> Double {
    let pointer = place(component, column, row)
    switch component.number {
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

  /// Writes a number. Codes are rounded to nearest, halves up, and clamped to what there is; NaN becomes 0.
  package func store(_ number: Double, _ component: Component, column: Int, row: Int) {
    let pointer = place(component, column, row)
    let code =
      component.number.greatestCode.map { UInt32(number > 0 ? min((number + 0.5).rounded(.down), $0) : 0) } ?? 0
    switch component.number {
    case .eightBits: pointer.storeBytes(of: UInt8(code), as: UInt8.self)
    case .sixteenBits(_, let shift):
      pointer.storeBytes(of: UInt16(code << UInt32(shift)).littleEndian, as: UInt16.self)
    case .bits(let depth, let shift):
      let mask: UInt32 = (1 << depth - 1) << UInt32(shift)
      let word = UInt32(littleEndian: pointer.loadUnaligned(as: UInt32.self))
      pointer.storeBytes(of: (word & ~mask | code << UInt32(shift)).littleEndian, as: UInt32.self)
    case .half: pointer.storeBytes(of: Float16(number).bitPattern.littleEndian, as: UInt16.self)
    case .float: pointer.storeBytes(of: Float(number).bitPattern.littleEndian, as: UInt32.self)
    }
  }

  private func place(_ component: Component, _ column: Int, _ row: Int) -> UnsafeMutableRawPointer {
    let (columns, rows) = count(of: component)
    let (x, y) = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
    let plane = planes[component.plane]
    return plane.start + y * plane.rowBytes + component.offset + x * component.step
  }
}
