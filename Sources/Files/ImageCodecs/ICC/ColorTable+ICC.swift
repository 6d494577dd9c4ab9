import CCodecs
import ImageColor

extension ColorTable {
  /// Creates the table of a profile, sampled on first use.
  ///
  /// - Throws: `damaged` if lcms2 cannot apply the profile. One colour is converted here, so that the error occurs
  ///   before pixels are decoded.
  convenience init(iccProfile profile: [UInt8]) throws(CodecError) {
    _ = try converted([.zero], by: profile, encodes: false)
    let encodes = (try? converted([.zero], by: profile, encodes: true)) != nil
    self.init(profile: profile, encodes: encodes) {
      let lattice = Self.lattice
      let curve = Self.connection.transfer
      let linear = (try? converted(lattice, by: profile, encodes: false)) ?? lattice
      let decoding = linear.map { (color: SIMD3<Double>) -> SIMD3<Float> in
        SIMD3<Float>(SIMD3<Double>(curve.encoded(color.x), curve.encoded(color.y), curve.encoded(color.z)))
      }
      guard encodes else { return Samples(decoding: decoding, encoding: decoding) }
      let colors = lattice.map { (color: SIMD3<Double>) -> SIMD3<Double> in
        SIMD3<Double>(curve.linear(color.x), curve.linear(color.y), curve.linear(color.z))
      }
      let components = (try? converted(colors, by: profile, encodes: true)) ?? lattice
      return Samples(decoding: decoding, encoding: components.map { SIMD3<Float>($0) })
    }
  }

  /// The points of the lattice; red varies fastest.
  private static var lattice: [SIMD3<Double>] {
    (0..<side * side * side).map { index in
      SIMD3<Double>(Double(index % side), Double(index / side % side), Double(index / side / side)) / Double(side - 1)
    }
  }
}

/// Converts colours of a profile's space to linear light with the connection space's primaries, or inversely.
private func converted(
  _ colors: [SIMD3<Double>], by profile: [UInt8], encodes: Bool
) throws(CodecError) -> [SIMD3<Double>] {
  let primaries = ColorTable.connection.primaries ?? .bt2020
  let chromaticities = [primaries.white, primaries.red, primaries.green, primaries.blue].flatMap { [$0.x, $0.y] }
  let from = colors.flatMap { [$0.x, $0.y, $0.z] }
  var to = [Double](repeating: 0, count: from.count)
  var failure = cc_failure()
  guard
    cc_icc_convert(profile, profile.count, chromaticities, encodes ? 1 : 0, from, &to, colors.count, &failure) != 0
  else { throw CodecError(failure, "ICC profile of \(profile.count) bytes") }
  return colors.indices.map { [to[3 * $0], to[3 * $0 + 1], to[3 * $0 + 2]] }
}
