/// A colour space: the primaries and the transfer function of an image's components.
///
/// Equality means equal colours. It includes the name, so that an extended space differs from its standard counterpart.
package struct ColorSpace: Hashable, Sendable {
  package enum Model: Hashable, Sendable {
    /// A single component. Decoded images have it three times; the primaries are those of sRGB, whose white defines the
    /// neutral axis.
    case grey
    case rgb
  }

  /// The name of the static member of `CGColorSpace`: "sRGB", "extendedLinearDisplayP3"; or the description of a
  /// profile.
  package let name: String
  /// The raw value of `CGColorSpace`'s constant: "kCGColorSpaceSRGB"; nil for spaces from files.
  package let coreGraphicsName: String?
  package let model: Model
  package let transfer: TransferFunction
  /// The primaries, if known as such; a space read from an ICC profile has only `matrixToXYZ`.
  package let primaries: Primaries?
  /// The matrix from linear RGB to XYZ under D50 (the profile connection space of ICC), adapted by Bradford. Always
  /// invertible.
  package let matrixToXYZ: Matrix3
  package let matrixFromXYZ: Matrix3
  /// Whether values below 0 and above 1 are meaningful: such a space is not clamped on output.
  package let isExtended: Bool
  /// The profile from which the space was read, for writing it again; nil for named spaces.
  package let iccData: [UInt8]?
  /// The lookup tables of the profile, if the transfer is `.table`.
  package let table: ColorTable?

  /// Creates a space from its primaries; nil if they do not span a gamut.
  package init?(
    name: String, coreGraphicsName: String? = nil, model: Model = .rgb, transfer: TransferFunction,
    primaries: Primaries, isExtended: Bool = false, iccData: [UInt8]? = nil, table: ColorTable? = nil
  ) {
    guard let matrix = primaries.matrixToXYZD50 else { return nil }
    self.init(
      name: name, coreGraphicsName: coreGraphicsName, model: model, transfer: transfer, primaries: primaries,
      matrixToXYZ: matrix, isExtended: isExtended, iccData: iccData, table: table)
  }

  /// Creates a space from its matrix to XYZ under D50; nil if the matrix has no inverse.
  package init?(
    name: String, coreGraphicsName: String? = nil, model: Model = .rgb, transfer: TransferFunction,
    primaries: Primaries? = nil, matrixToXYZ: Matrix3, isExtended: Bool = false, iccData: [UInt8]? = nil,
    table: ColorTable? = nil
  ) {
    guard let inverse = matrixToXYZ.inverse else { return nil }
    (self.name, self.coreGraphicsName, self.model, self.transfer) = (name, coreGraphicsName, model, transfer)
    (self.primaries, self.matrixToXYZ, self.matrixFromXYZ) = (primaries, matrixToXYZ, inverse)
    (self.isExtended, self.iccData, self.table) = (isExtended, iccData, table)
  }

  /// This space for images of three components: for a grey space, the RGB space with the same transfer function and the
  /// primaries of sRGB.
  package var asRGB: ColorSpace {
    guard model == .grey else { return self }
    return ColorSpace(
      name: name, transfer: transfer, primaries: primaries, matrixToXYZ: matrixToXYZ, isExtended: isExtended,
      table: table) ?? .sRGB
  }

  /// Hashes only the name, which is part of equality: a profile may have kilobytes, and every render hashes its spaces.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether stored values are proportional to linear light.
  package var isLinear: Bool { transfer == .linear }

  /// Returns whether both spaces assign the same colour to every stored value, independently of their names.
  package func hasSameMeaning(as other: ColorSpace) -> Bool {
    transfer == other.transfer && matrixToXYZ == other.matrixToXYZ && transfer != .table
  }

  /// The space with the same primaries whose values are linear light of any range.
  package var linearized: ColorSpace {
    if isLinear && isExtended { return self }
    let namedSpace = ColorSpace.all.first {
      $0.isLinear && $0.isExtended && $0.model == model && $0.matrixToXYZ == matrixToXYZ
    }
    return namedSpace
      ?? ColorSpace(
        name: "linear \(name)", model: model, transfer: .linear, primaries: primaries, matrixToXYZ: matrixToXYZ,
        isExtended: true) ?? .extendedLinearSRGB
  }
}

/// Returns the matrix from linear light of one space to linear light of another, 1.0 = white in both.
///
/// Whites are adapted by Bradford, so white stays white. Exactly the identity if the primaries are equal.
package func matrix(from source: ColorSpace, to destination: ColorSpace) -> Matrix3 {
  source.matrixToXYZ == destination.matrixToXYZ ? .identity : destination.matrixFromXYZ * source.matrixToXYZ
}
