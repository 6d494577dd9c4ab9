import Synchronization

/// What an ICC profile does to colours where neither matrix nor curve says it: sampled on a lattice, for interpolation.
///
/// One side of the table are the space's own components. The other is ``connection``, whose curve is about as even to
/// the eye as most profiles are, so that the values between the points of the lattice are nearly straight.
package final class ColorTable: Sendable {
  /// Points along each side of the lattice.
  package static let side = 33

  /// The lights of BT.2020 and the curve of sRGB, 0...1: light beyond them ends at their border on the way to the
  /// profile.
  package static let connection = ColorSpace.itur_2020_sRGBGamma

  /// Values at the points of the lattice, red fastest, then green, then blue; components 0...1 evenly spaced.
  package struct Samples: Sendable {
    /// The space's components as connection values, any range.
    package let decoding: [SIMD3<Float>]
    /// Connection values as the space's components.
    package let encoding: [SIMD3<Float>]

    package init(decoding: [SIMD3<Float>], encoding: [SIMD3<Float>]) {
      precondition(decoding.count == encoding.count && encoding.count == side * side * side)
      (self.decoding, self.encoding) = (decoding, encoding)
    }
  }

  /// The profile that says it.
  package let profile: [UInt8]
  /// False for profiles of scanners and cameras, which say only what their components mean.
  package let encodes: Bool
  private let sample: @Sendable () -> Samples
  private let image = Mutex<(any AnyObject & Sendable)?>(nil)

  /// - Parameter sample: called at most once, when the table is first used. For tables that do not encode, the encoding
  ///   is of no meaning.
  package init(profile: [UInt8], encodes: Bool, sample: @escaping @Sendable () -> Samples) {
    (self.profile, self.encodes, self.sample) = (profile, encodes, sample)
  }

  /// The table as whoever reads it wants it, made on the first call and kept as long as the table.
  package func kept<Image: AnyObject & Sendable, Failure: Error>(
    _ make: (Samples) throws(Failure) -> Image
  ) throws(Failure) -> Image {
    try image.withLock { (kept) throws(Failure) -> Image in
      if let known = kept as? Image { return known }
      let made = try make(sample())
      kept = made
      return made
    }
  }
}

extension ColorTable: Hashable {
  /// Equal profiles mean equal tables.
  package static func == (a: ColorTable, b: ColorTable) -> Bool { a === b || a.profile == b.profile }
  package func hash(into hasher: inout Hasher) { hasher.combine(profile.count) }
}
