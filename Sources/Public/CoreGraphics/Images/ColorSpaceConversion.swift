import ImageColor

/// A conversion of component values between colour spaces, one colour at a time.
package struct ColorSpaceConversion: Sendable {
  private let source, destination: ColorSpace
  private let linearMatrix: Matrix3
  package let isIdentity: Bool

  /// Creates a conversion.
  ///
  /// - Parameter source: nil for values that need no conversion.
  package init(from source: ColorSpace?, to destination: ColorSpace) {
    self.source = source ?? destination
    self.destination = destination
    let start = self.source.transfer == .table ? ColorTable.connection : self.source
    let end = destination.transfer == .table ? ColorTable.connection : destination
    linearMatrix = matrix(from: start, to: end)
    isIdentity =
      self.source == destination
      || (self.source.hasSameMeaning(as: destination) && self.source.model == destination.model)
  }

  /// Converts a colour.
  ///
  /// - Parameter color: straight; grey in all three components.
  /// - Returns: the converted colour in this form, clamped to 0...1 unless the destination is extended. A NaN becomes
  ///   0.
  package func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
    if isIdentity { return color }
    var color = SIMD3(color.x.isNaN ? 0 : color.x, color.y.isNaN ? 0 : color.y, color.z.isNaN ? 0 : color.z)
    var transfer = source.transfer
    if let table = source.table, transfer == .table {
      color = lattice(of: table).decoding(color)
      transfer = ColorTable.connection.transfer
    }
    var linear = linearMatrix * SIMD3(transfer.linear(color.x), transfer.linear(color.y), transfer.linear(color.z))
    if destination.model == .grey, source.model != .grey {
      // The Y of XYZ is luminance.
      linear = SIMD3(repeating: (destination.matrixToXYZ.row1 * linear).sum() / destination.matrixToXYZ.row1.sum())
    }
    guard let table = destination.table, destination.transfer == .table else {
      let transfer = destination.transfer
      let encoded = SIMD3(transfer.encoded(linear.x), transfer.encoded(linear.y), transfer.encoded(linear.z))
      return destination.isExtended ? encoded : encoded.clamped(lowerBound: .zero, upperBound: .one)
    }
    let connection = ColorTable.connection.transfer
    return lattice(of: table).encoding(
      SIMD3(connection.encoded(linear.x), connection.encoded(linear.y), connection.encoded(linear.z)))
  }
}

/// A table's samples, cached with the table and interpolated linearly along each axis.
private final class Lattice: Sendable {
  let samples: ColorTable.Samples

  init(_ samples: ColorTable.Samples) { self.samples = samples }

  func decoding(_ color: SIMD3<Double>) -> SIMD3<Double> { read(samples.decoding, color) }
  func encoding(_ color: SIMD3<Double>) -> SIMD3<Double> { read(samples.encoding, color) }

  private func read(_ points: [SIMD3<Float>], _ color: SIMD3<Double>) -> SIMD3<Double> {
    let side = ColorTable.side
    let position = color.clamped(lowerBound: .zero, upperBound: .one) * Double(side - 1)
    let low = position.rounded(.down).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Double(side - 2)))
    let fraction = position - low
    var sum = SIMD3<Double>.zero
    for corner in 0..<8 {
      let step = SIMD3(corner & 1, corner >> 1 & 1, corner >> 2 & 1)
      let weight = (0..<3).reduce(1.0) { $0 * (step[$1] == 1 ? fraction[$1] : 1 - fraction[$1]) }
      let index = (Int(low.x) + step.x) + side * (Int(low.y) + step.y) + side * side * (Int(low.z) + step.z)
      sum += weight * SIMD3<Double>(points[index])
    }
    return sum
  }
}

private func lattice(of table: ColorTable) -> Lattice { table.cachedImage { Lattice($0) } }

extension CGColor {
  /// Returns the colour in another space, straight: red, green, blue (grey in all three) and alpha. A NaN becomes 0.
  package func components(in destination: ColorSpace) -> SIMD4<Double> {
    let own = (components ?? [0]).map { $0.isNaN ? 0 : Double($0) }
    let color = own.count < 4 ? SIMD3(repeating: own[0]) : SIMD3(own[0], own[1], own[2])
    let converted = ColorSpaceConversion(from: colorSpace?.space, to: destination)(color)
    return SIMD4(converted, Swift.min(Swift.max(own[own.count - 1], 0), 1))
  }

  /// Returns the nearest colour in another space.
  ///
  /// - Parameters:
  ///   - intent: of no effect: colours outside the gamut are clipped.
  ///   - options: of no effect.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    let values = components(in: space.space)
    let colors = space.numberOfComponents == 1 ? [values.x] : [values.x, values.y, values.z]
    return CGColor(colorSpace: space, components: (colors + [values.w]).map { CGFloat($0) })
  }
}
