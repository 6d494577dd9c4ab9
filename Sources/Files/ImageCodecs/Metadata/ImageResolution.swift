/// The resolution of an image, in pixels per inch.
package struct ImageResolution: Hashable, Sendable {
  package let x: Double
  package let y: Double

  /// Creates a resolution. Returns nil if a value is not finite, not positive, or above a billion.
  package init?(_ x: Double, _ y: Double) {
    guard [x, y].allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 1e9 }) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Creates the resolution of a PNG chunk pHYs.
  ///
  /// A whole number of pixels per inch is restored if it has this number of pixels per metre: 300 is stored as 11811,
  /// which is 299.9994.
  init?(pixelsPerMetre x: UInt32, _ y: UInt32) {
    func pixelsPerInch(_ number: UInt32) -> Double {
      let exact = Double(number) * 0.0254
      return (exact.rounded() / 0.0254).rounded() == Double(number) ? exact.rounded() : exact
    }
    self.init(pixelsPerInch(x), pixelsPerInch(y))
  }

  /// The properties of a file header.
  var properties: [String: ImageFileProperty] { ["DPIWidth": .number(x), "DPIHeight": .number(y)] }
}

extension TIFFDirectories {
  /// The resolution in the first directory. Nil if it is missing, or has no unit.
  ///
  /// Source: TIFF 6.0, section 8, tags 282, 283 and 296; unit 2 is the inch, which is the default, 3 the centimetre.
  var resolution: ImageResolution? {
    let unit = image.first { $0.tag == 296 }.map { number($0.value.prefix(2)) } ?? 2
    guard unit == 2 || unit == 3, let x = fraction(282), let y = fraction(283) else { return nil }
    let perInch = unit == 3 ? 2.54 : 1
    return ImageResolution(x * perInch, y * perInch)
  }

  private func fraction(_ tag: UInt16) -> Double? {
    guard let entry = image.first(where: { $0.tag == tag }), entry.type == 5, entry.value.count >= 8 else { return nil }
    let (numerator, denominator) = (number(entry.value[..<4]), number(entry.value[4..<8]))
    return denominator > 0 ? numerator / denominator : nil
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Double {
    Double(unsignedInteger(bytes, isLittle: isLittle))
  }
}
