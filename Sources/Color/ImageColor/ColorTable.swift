import Synchronization

/// The colour transform of an ICC profile that has neither a matrix nor a transfer function: sampled on a lattice, for
/// interpolation.
///
/// One side of the table is the space's own components. The other is ``connection``, whose transfer function is about
/// as perceptually uniform as that of most profiles. The values between the points of the lattice are therefore nearly
/// linear.
package final class ColorTable: Sendable {
  /// The number of points along each side of the lattice.
  package static let side = 33

  /// The space on the other side of the table: the primaries of BT.2020 and the transfer function of sRGB, 0...1.
  /// Colours outside are clamped on the way to the profile.
  package static let connection = ColorSpace.itur_2020_sRGBGamma

  /// The values at the points of the lattice, red fastest, then green, then blue; components 0...1, evenly spaced.
  package struct Samples: Sendable {
    /// The connection values of the space's components, any range.
    package let decoding: [SIMD3<Float>]
    /// The space's components of connection values.
    package let encoding: [SIMD3<Float>]

    package init(decoding: [SIMD3<Float>], encoding: [SIMD3<Float>]) {
      precondition(decoding.count == encoding.count && encoding.count == side * side * side)
      (self.decoding, self.encoding) = (decoding, encoding)
    }
  }

  /// The ICC profile of the table.
  package let profile: [UInt8]
  /// Whether the table can encode. False for profiles of scanners and cameras, which define only the decoding.
  package let encodes: Bool
  private let sample: @Sendable () -> Samples
  private let image = Mutex<(any AnyObject & Sendable)?>(nil)

  /// - Parameter sample: called at most once, when the table is first used. For tables that do not encode, the encoding
  ///   is ignored.
  package init(profile: [UInt8], encodes: Bool, sample: @escaping @Sendable () -> Samples) {
    (self.profile, self.encodes, self.sample) = (profile, encodes, sample)
  }

  /// Returns the image that `make` creates of the table on the first call. It is cached for the lifetime of the table.
  package func cachedImage<Image: AnyObject & Sendable, Failure: Error>(
    _ make: (Samples) throws(Failure) -> Image
  ) throws(Failure) -> Image {
    try image.withLock { (cachedImage) throws(Failure) -> Image in
      if let existing = cachedImage as? Image { return existing }
      let created = try make(sample())
      cachedImage = created
      return created
    }
  }
}

extension ColorTable: Hashable {
  /// Equal profiles mean equal tables.
  package static func == (a: ColorTable, b: ColorTable) -> Bool { a === b || a.profile == b.profile }
  package func hash(into hasher: inout Hasher) { hasher.combine(profile.count) }
}
