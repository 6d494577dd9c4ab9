/// The coding-independent code points of a colour space, as used by video and PNG's cICP chunk. Source: ITU-T H.273,
/// tables 2, 3 and 4.
package struct CodePoints: Hashable, Sendable {
  package let primaries: UInt8
  package let transfer: UInt8
  /// The matrix coefficients. 0: the components are red, green and blue.
  package let matrix: UInt8
  package let isFullRange: Bool

  package init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
  }
}

extension ColorSpace {
  /// Creates the space of these code points. Nil if they are unspecified, unknown, narrow range, or not RGB.
  package init?(_ points: CodePoints) {
    guard points.matrix == 0, points.isFullRange else { return nil }
    let gamut: Primaries
    switch points.primaries {
    case 1: gamut = .bt709
    case 5: gamut = .ebu
    case 6, 7: gamut = .smpte170
    case 9: gamut = .bt2020
    case 11: gamut = .dciP3
    case 12: gamut = .p3
    default: return nil
    }
    let function: TransferFunction
    switch points.transfer {
    case 1, 6, 14, 15: function = .bt709
    case 4: function = .gamma(2.2)
    case 5: function = .gamma(2.8)
    case 8: function = .linear
    case 13: function = .sRGB
    case 16: function = .pq
    case 18: function = .hlg
    default: return nil
    }
    self.init(matching: gamut, function, orNamed: "H.273 \(points.primaries)/\(points.transfer)")
  }

  /// Creates the space with these primaries and this transfer function: the named one if there is one. Nil without a
  /// gamut.
  package init?(matching primaries: Primaries, _ transfer: TransferFunction, orNamed name: String) {
    let namedSpace = ColorSpace.all.first {
      $0.model == .rgb && $0.primaries == primaries && $0.transfer == transfer
    }
    if let namedSpace {
      self = namedSpace
    } else {
      self.init(name: name, transfer: transfer, primaries: primaries)
    }
  }

  /// The code points of this space; nil if H.273 has none.
  package var codePoints: CodePoints? {
    guard model == .rgb, let primaries else { return nil }
    let code: UInt8
    switch primaries {
    case .bt709: code = 1
    case .ebu: code = 5
    case .smpte170: code = 6
    case .bt2020: code = 9
    case .dciP3: code = 11
    case .p3: code = 12
    default: return nil
    }
    switch transfer {
    case .bt709: return CodePoints(primaries: code, transfer: code == 9 ? 14 : 1)
    case .linear: return CodePoints(primaries: code, transfer: 8)
    case .sRGB: return CodePoints(primaries: code, transfer: 13)
    case .pq: return CodePoints(primaries: code, transfer: 16)
    case .hlg: return CodePoints(primaries: code, transfer: 18)
    case .gamma(2.2): return CodePoints(primaries: code, transfer: 4)
    case .gamma(2.8): return CodePoints(primaries: code, transfer: 5)
    case .gamma, .parametric, .table: return nil
    }
  }
}
