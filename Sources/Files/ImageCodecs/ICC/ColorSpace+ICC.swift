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
  /// The space that an ICC profile describes.
  ///
  /// Profiles of lights and curves become a matrix and a `TransferFunction`: a named space when they match one, else
  /// one that keeps the profile. What cannot be put so (tables, different curves for each component) has the transfer
  /// `.table` and a `ColorTable`.
  ///
  /// - Throws: `damaged` when lcms2 cannot use it, `unsupported` for models other than grey and RGB.
  package init(iccProfile: [UInt8]) throws(CodecError) {
    var facts = cc_icc_facts()
    var failure = cc_failure()
    var colorants = [Double](repeating: 0, count: 9)
    var samples = [Double](repeating: 0, count: 3 * curveSamples)
    var parameters = [Double](repeating: 0, count: 3 * curveNumbers)
    guard
      cc_icc_inspect(iccProfile, iccProfile.count, &facts, &colorants, &samples, &parameters, &failure) != 0
    else { throw CodecError(failure, "ICC profile of \(iccProfile.count) bytes") }
    let stored = withUnsafePointer(to: facts) { String(cString: cc_icc_description($0)) }
    let name = stored.isEmpty ? "ICC profile" : stored

    if facts.has_cicp != 0, facts.components == 3 {
      let points = CodePoints(
        primaries: facts.cicp_primaries, transfer: facts.cicp_transfer, matrix: facts.cicp_matrix,
        isFullRange: facts.cicp_full_range == 1)
      if let space = ColorSpace(points) {
        self = space
        return
      }
    }
    let count = Int(facts.components)
    guard count == 1 || count == 3 else {
      throw .unsupported("ICC profile \"\(name)\" is for neither grey nor RGB")
    }
    if facts.is_matrix != 0,
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
    else { preconditionFailure("the lights of sRGB span no gamut") }
    self = space
  }
}

private let curveSamples = Int(CC_ICC_CURVE_SAMPLES)
private let curveNumbers = Int(CC_ICC_CURVE_NUMBERS)

/// Curves nearer than this are the same: a third of the smallest 8-bit step of sRGB, and far more than profiles lose
/// to their 16-bit numbers.
private let curveTolerance = 1e-4
/// Colorants nearer than this are the same: profiles round whites and numbers differently.
private let colorantTolerance = 1e-3

private func commonTransfer(samples: [Double], parameters: [Double], components: Int) -> TransferFunction? {
  let curves = (0..<components).map { Array(samples[$0 * curveSamples..<($0 + 1) * curveSamples]) }
  let numbers = Array(parameters[0..<curveNumbers])
  var candidates: [TransferFunction] = [.linear, .sRGB, .bt709]
  // Exact numbers come next; a table is tried last, as the power law through its middle.
  if let stated = statedTransfer(numbers) { candidates.append(stated) }
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

/// The curve of an ICC function type, as lcms2 numbers them; nil for tables and for types that cannot be turned round.
private func statedTransfer(_ numbers: [Double]) -> TransferFunction? {
  switch Int(numbers[0]) {
  case 1:
    // u8Fixed8 cannot hold 2.2; 2.19921875 stands for it, except in Adobe RGB, which is found by its lights.
    return numbers[1] > 0 ? .gamma(numbers[1]) : nil
  case 4:
    let curve = ParametricCurve(g: numbers[1], a: numbers[2], b: numbers[3], c: numbers[4], d: numbers[5])
    return curve.isInvertible ? .parametric(curve) : nil
  case 5:
    let curve = ParametricCurve(
      g: numbers[1], a: numbers[2], b: numbers[3], c: numbers[4], d: numbers[5], e: numbers[6], f: numbers[7])
    return curve.isInvertible ? .parametric(curve) : nil
  default: return nil
  }
}

private func rgbSpace(
  _ transfer: TransferFunction, _ colorants: Matrix3, name: String, profile: [UInt8]
) -> ColorSpace? {
  let known = ColorSpace.all.first {
    $0.model == .rgb && !$0.isExtended && $0.matrixToXYZ.distance(to: colorants) <= colorantTolerance
      && $0.transfer.parametricForm != nil && $0.transfer.distance(to: transfer) <= 2 * curveTolerance
  }
  return known
    ?? ColorSpace(name: name, transfer: transfer, matrixToXYZ: colorants, iccData: profile)
}

private func greySpace(_ transfer: TransferFunction, name: String, profile: [UInt8]) -> ColorSpace? {
  let known = [ColorSpace.genericGrayGamma2_2, .linearGray].first {
    $0.transfer.distance(to: transfer) <= 2 * curveTolerance
  }
  return known
    ?? ColorSpace(name: name, model: .grey, transfer: transfer, primaries: .bt709, iccData: profile)
}

extension Matrix3 {
  fileprivate init(rowMajor n: [Double]) {
    self.init([n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]])
  }
}
