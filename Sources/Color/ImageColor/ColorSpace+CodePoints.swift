/// A colour space by the numbers that video and PNG's cICP chunk give it. Source: ITU-T H.273, tables 2, 3 and 4.
package struct CodePoints: Hashable, Sendable {
  package let primaries: UInt8
  package let transfer: UInt8
  /// 0: the components are red, green and blue themselves.
  package let matrix: UInt8
  package let isFullRange: Bool

  package init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
  }
}

extension ColorSpace {
  /// The space that these numbers stand for; nil when they are unspecified, unknown, narrow range, or not RGB.
  package init?(_ points: CodePoints) {
    guard points.matrix == 0, points.isFullRange else { return nil }
    let lights: Primaries
    switch points.primaries {
    case 1: lights = .bt709
    case 5: lights = .ebu
    case 6, 7: lights = .smpte170
    case 9: lights = .bt2020
    case 11: lights = .dciP3
    case 12: lights = .p3
    default: return nil
    }
    let curve: TransferFunction
    switch points.transfer {
    case 1, 6, 14, 15: curve = .bt709
    case 4: curve = .gamma(2.2)
    case 5: curve = .gamma(2.8)
    case 8: curve = .linear
    case 13: curve = .sRGB
    case 16: curve = .pq
    case 18: curve = .hlg
    default: return nil
    }
    self.init(matching: lights, curve, orNamed: "H.273 \(points.primaries)/\(points.transfer)")
  }

  /// The space with these lights and this curve: the one with a name if there is one. Nil without a gamut.
  package init?(matching primaries: Primaries, _ transfer: TransferFunction, orNamed name: String) {
    let known = ColorSpace.all.first {
      $0.model == .rgb && $0.primaries == primaries && $0.transfer == transfer
    }
    if let known {
      self = known
    } else {
      self.init(name: name, transfer: transfer, primaries: primaries)
    }
  }

  /// The numbers of this space; nil when H.273 has none.
  package var codePoints: CodePoints? {
    guard model == .rgb, let primaries else { return nil }
    let lights: UInt8
    switch primaries {
    case .bt709: lights = 1
    case .ebu: lights = 5
    case .smpte170: lights = 6
    case .bt2020: lights = 9
    case .dciP3: lights = 11
    case .p3: lights = 12
    default: return nil
    }
    switch transfer {
    case .bt709: return CodePoints(primaries: lights, transfer: lights == 9 ? 14 : 1)
    case .linear: return CodePoints(primaries: lights, transfer: 8)
    case .sRGB: return CodePoints(primaries: lights, transfer: 13)
    case .pq: return CodePoints(primaries: lights, transfer: 16)
    case .hlg: return CodePoints(primaries: lights, transfer: 18)
    case .gamma(2.2): return CodePoints(primaries: lights, transfer: 4)
    case .gamma(2.8): return CodePoints(primaries: lights, transfer: 5)
    case .gamma, .parametric, .table: return nil
    }
  }
}
