extension ColorSpace {
  package static let sRGB = known("sRGB", "SRGB", .sRGB, .bt709)
  package static let extendedSRGB = known("extendedSRGB", "ExtendedSRGB", .sRGB, .bt709, extended: true)
  package static let linearSRGB = known("linearSRGB", "LinearSRGB", .linear, .bt709)
  package static let extendedLinearSRGB = known(
    "extendedLinearSRGB", "ExtendedLinearSRGB", .linear, .bt709, extended: true)

  package static let displayP3 = known("displayP3", "DisplayP3", .sRGB, .p3)
  package static let extendedDisplayP3 = known("extendedDisplayP3", "ExtendedDisplayP3", .sRGB, .p3, extended: true)
  package static let linearDisplayP3 = known("linearDisplayP3", "LinearDisplayP3", .linear, .p3)
  package static let extendedLinearDisplayP3 = known(
    "extendedLinearDisplayP3", "ExtendedLinearDisplayP3", .linear, .p3, extended: true)
  package static let displayP3_PQ = known("displayP3_PQ", "DisplayP3_PQ", .pq, .p3)
  package static let displayP3_HLG = known("displayP3_HLG", "DisplayP3_HLG", .hlg, .p3)

  package static let itur_709 = known("itur_709", "ITUR_709", .bt709, .bt709)
  package static let itur_709_PQ = known("itur_709_PQ", "ITUR_709_PQ", .pq, .bt709)
  package static let itur_709_HLG = known("itur_709_HLG", "ITUR_709_HLG", .hlg, .bt709)
  package static let itur_2020 = known("itur_2020", "ITUR_2020", .bt709, .bt2020)
  package static let itur_2020_sRGBGamma = known("itur_2020_sRGBGamma", "ITUR_2020_sRGBGamma", .sRGB, .bt2020)
  package static let extendedITUR_2020 = known(
    "extendedITUR_2020", "ExtendedITUR_2020", .bt709, .bt2020, extended: true)
  package static let linearITUR_2020 = known("linearITUR_2020", "LinearITUR_2020", .linear, .bt2020)
  package static let extendedLinearITUR_2020 = known(
    "extendedLinearITUR_2020", "ExtendedLinearITUR_2020", .linear, .bt2020, extended: true)
  package static let itur_2100_PQ = known("itur_2100_PQ", "ITUR_2100_PQ", .pq, .bt2020)
  package static let itur_2100_HLG = known("itur_2100_HLG", "ITUR_2100_HLG", .hlg, .bt2020)

  /// Adobe RGB (1998) Color Image Encoding, 4.3.1: the exponent is 2 + 51/256.
  package static let adobeRGB1998 = known("adobeRGB1998", "AdobeRGB1998", .gamma(563.0 / 256), .adobeRGB)
  /// SMPTE RP 431-2.
  package static let dcip3 = known("dcip3", "DCIP3", .gamma(2.6), .dciP3)
  /// ISO 22028-2, 4.3: exponent 1.8 with a straight start of slope 1/16 up to 1/32.
  package static let rommrgb = known(
    "rommrgb", "ROMMRGB", .parametric(ParametricCurve(g: 1.8, c: 1.0 / 16, d: 1.0 / 32)), .romm)
  package static let acescgLinear = known("acescgLinear", "ACESCGLinear", .linear, .acesAP1, extended: true)

  /// The lights of the "Generic RGB" profile, given as its colorants under D50.
  package static let genericRGBLinear: ColorSpace = {
    let colorants = Matrix3([0.45427, 0.35332, 0.15662], [0.24263, 0.67441, 0.08336], [0.01482, 0.09042, 0.71953])
    guard
      let space = ColorSpace(
        name: "genericRGBLinear", coreGraphicsName: "kCGColorSpaceGenericRGBLinear", transfer: .linear,
        matrixToXYZ: colorants)
    else { preconditionFailure("the Generic RGB colorants span no gamut") }
    return space
  }()

  package static let genericGrayGamma2_2 = known(
    "genericGrayGamma2_2", "GenericGrayGamma2_2", .gamma(2.2), .bt709, model: .grey)
  package static let extendedGray = known(
    "extendedGray", "ExtendedGray", .gamma(2.2), .bt709, model: .grey, extended: true)
  package static let linearGray = known("linearGray", "LinearGray", .linear, .bt709, model: .grey)
  package static let extendedLinearGray = known(
    "extendedLinearGray", "ExtendedLinearGray", .linear, .bt709, model: .grey, extended: true)

  /// Every space that has a name.
  package static let all: [ColorSpace] = [
    .sRGB, .extendedSRGB, .linearSRGB, .extendedLinearSRGB,
    .displayP3, .extendedDisplayP3, .linearDisplayP3, .extendedLinearDisplayP3, .displayP3_PQ, .displayP3_HLG,
    .itur_709, .itur_709_PQ, .itur_709_HLG,
    .itur_2020, .itur_2020_sRGBGamma, .extendedITUR_2020, .linearITUR_2020, .extendedLinearITUR_2020,
    .itur_2100_PQ, .itur_2100_HLG,
    .adobeRGB1998, .dcip3, .rommrgb, .acescgLinear, .genericRGBLinear,
    .genericGrayGamma2_2, .extendedGray, .linearGray, .extendedLinearGray,
  ]

  /// The space of that name, in either spelling ("sRGB" or "kCGColorSpaceSRGB"); nil when there is none.
  package static func named(_ name: String) -> ColorSpace? {
    all.first { $0.name == name || $0.coreGraphicsName == name }
  }

  private static func known(
    _ name: String, _ suffix: String, _ transfer: TransferFunction, _ primaries: Primaries, model: Model = .rgb,
    extended: Bool = false
  ) -> ColorSpace {
    guard
      let space = ColorSpace(
        name: name, coreGraphicsName: "kCGColorSpace" + suffix, model: model, transfer: transfer,
        primaries: primaries, isExtended: extended)
    else { preconditionFailure("the lights of \(name) span no gamut") }
    return space
  }
}
