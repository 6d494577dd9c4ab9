import CCodecs
import ImageColor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ColorSpace {
  /// Creates the space that an ICC profile describes.
  ///
  /// Profiles of primaries and transfer functions become a matrix and a `TransferFunction`: a named space if they match
  /// one, else one that retains the profile. Other profiles (tables, different transfer functions for the components)
  /// get the transfer `.table` and a `ColorTable`.
  ///
  /// - Throws: `damaged` if lcms2 cannot use it, `unsupported` for models other than grey and RGB.
  package init(iccProfile: [UInt8]) throws(CodecError) {
    var info = cc_icc_info()
    var failure = cc_failure()
    var colorants = [Double](repeating: 0, count: 9)
    var samples = [Double](repeating: 0, count: 3 * curveSamples)
    var parameters = [Double](repeating: 0, count: 3 * curveParameters)
    guard
      cc_icc_inspect(iccProfile, iccProfile.count, &info, &colorants, &samples, &parameters, &failure) != 0
    else { throw CodecError(failure, "ICC profile of \(iccProfile.count) bytes") }
    let stored = withUnsafePointer(to: info) { String(cString: cc_icc_description($0)) }
    let name = stored.isEmpty ? "ICC profile" : stored

    if info.has_cicp != 0, info.components == 3 {
      let points = CodePoints(
        primaries: info.cicp_primaries, transfer: info.cicp_transfer, matrix: info.cicp_matrix,
        isFullRange: info.cicp_full_range == 1)
      if let space = ColorSpace(points) {
        self = space
        return
      }
    }
    let count = Int(info.components)
    guard count == 1 || count == 3 else {
      throw .unsupported("ICC profile \"\(name)\" must be for grey or RGB")
    }
    if info.is_matrix != 0,
      let transfer = commonTransfer(samples: samples, parameters: parameters, components: count)
    {
      let space =
        count == 1
        ? greySpace(transfer, name: name, profile: iccProfile)
        : rgbSpace(transfer, Matrix3(rowMajor: colorants), name: name, profile: iccProfile)
      if let space {
        self = space
        return
      }
    }
    let table = try ColorTable(iccProfile: iccProfile)
    guard
      let space = ColorSpace(
        name: name, model: count == 1 ? .grey : .rgb, transfer: .table, primaries: .bt709, iccData: iccProfile,
        table: table)
    else { preconditionFailure("the primaries of sRGB span a gamut") }
    self = space
  }
}

private let curveSamples = Int(CC_ICC_CURVE_SAMPLES)
private let curveParameters = Int(CC_ICC_CURVE_PARAMETERS)

/// The tolerance within which two transfer functions are equal: a third of the smallest 8-bit step of sRGB, and far
/// above the error of the 16-bit samples in profiles.
private let curveTolerance = 1e-4
/// The tolerance within which two colorants are equal: profiles round white points and colorants differently.
private let colorantTolerance = 1e-3

private func commonTransfer(samples: [Double], parameters: [Double], components: Int) -> TransferFunction? {
  let curves = (0..<components).map { Array(samples[$0 * curveSamples..<($0 + 1) * curveSamples]) }
  let first = Array(parameters[0..<curveParameters])
  var candidates: [TransferFunction] = [.linear, .sRGB, .bt709]
  // Parameters come next; a table is tried last, as the power function through its middle.
  if let stated = statedTransfer(first) { candidates.append(stated) }
  let middle = curves[0][curveSamples / 2]
  if middle > 0, middle < 1 {
    let exponent = log(middle) / log(0.5)
    candidates.append(.gamma((exponent * 1000).rounded() / 1000))
  }
  return candidates.first { candidate in
    curves.allSatisfy { curve in
      curve.indices.allSatisfy {
        abs(candidate.linear(Double($0) / Double(curveSamples - 1)) - curve[$0]) <= curveTolerance
      }
    }
  }
}

/// Returns the transfer function of an ICC function type, as lcms2 numbers them; nil for tables and for types that
/// cannot be inverted.
private func statedTransfer(_ parameters: [Double]) -> TransferFunction? {
  switch Int(parameters[0]) {
  case 1:
    // u8Fixed8 cannot represent 2.2, so 2.19921875 replaces it, except in Adobe RGB, which is identified by its
    // primaries.
    return parameters[1] > 0 ? .gamma(parameters[1]) : nil
  case 4:
    let curve = ParametricCurve(
      g: parameters[1], a: parameters[2], b: parameters[3], c: parameters[4], d: parameters[5])
    return curve.isInvertible ? .parametric(curve) : nil
  case 5:
    let curve = ParametricCurve(
      g: parameters[1], a: parameters[2], b: parameters[3], c: parameters[4], d: parameters[5], e: parameters[6],
      f: parameters[7])
    return curve.isInvertible ? .parametric(curve) : nil
  default: return nil
  }
}

private func rgbSpace(
  _ transfer: TransferFunction, _ colorants: Matrix3, name: String, profile: [UInt8]
) -> ColorSpace? {
  let named = ColorSpace.all.first {
    $0.model == .rgb && !$0.isExtended && $0.matrixToXYZ.distance(to: colorants) <= colorantTolerance
      && $0.transfer.parametricForm != nil && $0.transfer.distance(to: transfer) <= 2 * curveTolerance
  }
  return named
    ?? ColorSpace(name: name, transfer: transfer, matrixToXYZ: colorants, iccData: profile)
}

private func greySpace(_ transfer: TransferFunction, name: String, profile: [UInt8]) -> ColorSpace? {
  let named = [ColorSpace.genericGrayGamma2_2, .linearGray].first {
    $0.transfer.distance(to: transfer) <= 2 * curveTolerance
  }
  return named
    ?? ColorSpace(name: name, model: .grey, transfer: transfer, primaries: .bt709, iccData: profile)
}

extension Matrix3 {
  fileprivate init(rowMajor n: [Double]) {
    self.init([n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]])
  }
}
