/// What the numbers of an image mean: which lights they mix, and by which curve they stand for them.
///
/// Equal values mean the same colours; the name takes part, so that an extended space differs from its plain twin.
package struct ColorSpace: Hashable, Sendable {
  package enum Model: Hashable, Sendable {
    /// One component. Decoded images carry it three times; the lights are those of sRGB, whose white is the axis.
    case grey
    case rgb
  }

  /// As a static member of `CGColorSpace`: "sRGB", "extendedLinearDisplayP3"; or the description of a profile.
  package let name: String
  /// As the raw value of `CGColorSpace`'s constant: "kCGColorSpaceSRGB"; nil for spaces that come from files.
  package let coreGraphicsName: String?
  package let model: Model
  package let transfer: TransferFunction
  /// The lights, where they are known as such; a space read from an ICC profile has only `matrixToXYZ`.
  package let primaries: Primaries?
  /// Linear RGB to XYZ under D50 (the connection space of ICC profiles), adapted by Bradford. Always invertible.
  package let matrixToXYZ: Matrix3
  package let matrixFromXYZ: Matrix3
  /// True when values below 0 and above 1 have a meaning: such a space is not clamped on the way out.
  package let isExtended: Bool
  /// The profile that the space was read from, so that it can be written again; nil for spaces known by name.
  package let iccData: [UInt8]?
  /// What the profile says, where the transfer is `.table`.
  package let table: ColorTable?

  /// A space by its lights; nil when they do not span a gamut.
  package init?(
    name: String, coreGraphicsName: String? = nil, model: Model = .rgb, transfer: TransferFunction,
    primaries: Primaries, isExtended: Bool = false, iccData: [UInt8]? = nil, table: ColorTable? = nil
  ) {
    guard let matrix = primaries.matrixToXYZD50 else { return nil }
    self.init(
      name: name, coreGraphicsName: coreGraphicsName, model: model, transfer: transfer, primaries: primaries,
      matrixToXYZ: matrix, isExtended: isExtended, iccData: iccData, table: table)
  }

  /// A space by its matrix to XYZ under D50; nil when the matrix has no inverse.
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

  /// The space for images of three components that were given a grey one: the same curve with the lights of sRGB.
  package var withColors: ColorSpace {
    guard model == .grey else { return self }
    return ColorSpace(
      name: name, transfer: transfer, primaries: primaries, matrixToXYZ: matrixToXYZ, isExtended: isExtended,
      table: table) ?? .sRGB
  }

  /// Of the name alone, which takes part in equality: a profile may have kilobytes, and every render hashes its spaces.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// True when stored values are proportional to light.
  package var isLinear: Bool { transfer == .linear }

  /// True when both spaces give every stored value the same colour, whatever they are called.
  package func hasSameMeaning(as other: ColorSpace) -> Bool {
    transfer == other.transfer && matrixToXYZ == other.matrixToXYZ && transfer != .table
  }

  /// The space with the same lights whose values are proportional to light, any range.
  package var linearized: ColorSpace {
    if isLinear && isExtended { return self }
    let known = ColorSpace.all.first {
      $0.isLinear && $0.isExtended && $0.model == model && $0.matrixToXYZ == matrixToXYZ
    }
    return known
      ?? ColorSpace(
        name: "linear \(name)", model: model, transfer: .linear, primaries: primaries, matrixToXYZ: matrixToXYZ,
        isExtended: true) ?? .extendedLinearSRGB
  }
}

/// Linear light of one space to linear light of another, 1.0 = white in both.
///
/// Whites are matched by Bradford, so white stays white. Exactly the identity when the lights are the same.
package func matrix(from source: ColorSpace, to destination: ColorSpace) -> Matrix3 {
  source.matrixToXYZ == destination.matrixToXYZ ? .identity : destination.matrixFromXYZ * source.matrixToXYZ
}
