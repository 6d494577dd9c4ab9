extension ColorSpace {
  package static let sRGB = standard("sRGB", "SRGB", .sRGB, .bt709)
  package static let extendedSRGB = standard("extendedSRGB", "ExtendedSRGB", .sRGB, .bt709, extended: true)
  package static let linearSRGB = standard("linearSRGB", "LinearSRGB", .linear, .bt709)
  package static let extendedLinearSRGB = standard(
    "extendedLinearSRGB", "ExtendedLinearSRGB", .linear, .bt709, extended: true)

  package static let displayP3 = standard("displayP3", "DisplayP3", .sRGB, .p3)
  package static let extendedDisplayP3 = standard("extendedDisplayP3", "ExtendedDisplayP3", .sRGB, .p3, extended: true)
  package static let linearDisplayP3 = standard("linearDisplayP3", "LinearDisplayP3", .linear, .p3)
  package static let extendedLinearDisplayP3 = standard(
    "extendedLinearDisplayP3", "ExtendedLinearDisplayP3", .linear, .p3, extended: true)
  package static let displayP3_PQ = standard("displayP3_PQ", "DisplayP3_PQ", .pq, .p3)
  package static let displayP3_HLG = standard("displayP3_HLG", "DisplayP3_HLG", .hlg, .p3)

  package static let itur_709 = standard("itur_709", "ITUR_709", .bt709, .bt709)
  package static let itur_709_PQ = standard("itur_709_PQ", "ITUR_709_PQ", .pq, .bt709)
  package static let itur_709_HLG = standard("itur_709_HLG", "ITUR_709_HLG", .hlg, .bt709)
  package static let itur_2020 = standard("itur_2020", "ITUR_2020", .bt709, .bt2020)
  package static let itur_2020_sRGBGamma = standard("itur_2020_sRGBGamma", "ITUR_2020_sRGBGamma", .sRGB, .bt2020)
  package static let extendedITUR_2020 = standard(
    "extendedITUR_2020", "ExtendedITUR_2020", .bt709, .bt2020, extended: true)
  package static let linearITUR_2020 = standard("linearITUR_2020", "LinearITUR_2020", .linear, .bt2020)
  package static let extendedLinearITUR_2020 = standard(
    "extendedLinearITUR_2020", "ExtendedLinearITUR_2020", .linear, .bt2020, extended: true)
  package static let itur_2100_PQ = standard("itur_2100_PQ", "ITUR_2100_PQ", .pq, .bt2020)
  package static let itur_2100_HLG = standard("itur_2100_HLG", "ITUR_2100_HLG", .hlg, .bt2020)

  /// Adobe RGB (1998) Color Image Encoding, 4.3.1: the exponent is 2 + 51/256.
  package static let adobeRGB1998 = standard("adobeRGB1998", "AdobeRGB1998", .gamma(563.0 / 256), .adobeRGB)
  /// SMPTE RP 431-2.
  package static let dcip3 = standard("dcip3", "DCIP3", .gamma(2.6), .dciP3)
  /// ISO 22028-2, 4.3: exponent 1.8 with a linear segment of slope 1/16 up to 1/32.
  package static let rommrgb = standard(
    "rommrgb", "ROMMRGB", .parametric(ParametricCurve(g: 1.8, c: 1.0 / 16, d: 1.0 / 32)), .romm)
  package static let acescgLinear = standard("acescgLinear", "ACESCGLinear", .linear, .acesAP1, extended: true)

  /// The primaries of the "Generic RGB" profile, specified as its colorants under D50.
  package static let genericRGBLinear: ColorSpace = {
    let colorants = Matrix3([0.45427, 0.35332, 0.15662], [0.24263, 0.67441, 0.08336], [0.01482, 0.09042, 0.71953])
    guard
      let space = ColorSpace(
        name: "genericRGBLinear", coreGraphicsName: "kCGColorSpaceGenericRGBLinear", transfer: .linear,
        matrixToXYZ: colorants)
    else { preconditionFailure("the Generic RGB colorants span no gamut") }
    return space
  }()

  package static let genericGrayGamma2_2 = standard(
    "genericGrayGamma2_2", "GenericGrayGamma2_2", .gamma(2.2), .bt709, model: .grey)
  package static let extendedGray = standard(
    "extendedGray", "ExtendedGray", .gamma(2.2), .bt709, model: .grey, extended: true)
  package static let linearGray = standard("linearGray", "LinearGray", .linear, .bt709, model: .grey)
  package static let extendedLinearGray = standard(
    "extendedLinearGray", "ExtendedLinearGray", .linear, .bt709, model: .grey, extended: true)

  /// All spaces that have a name.
  package static let all: [ColorSpace] = [
    .sRGB, .extendedSRGB, .linearSRGB, .extendedLinearSRGB,
    .displayP3, .extendedDisplayP3, .linearDisplayP3, .extendedLinearDisplayP3, .displayP3_PQ, .displayP3_HLG,
    .itur_709, .itur_709_PQ, .itur_709_HLG,
    .itur_2020, .itur_2020_sRGBGamma, .extendedITUR_2020, .linearITUR_2020, .extendedLinearITUR_2020,
    .itur_2100_PQ, .itur_2100_HLG,
    .adobeRGB1998, .dcip3, .rommrgb, .acescgLinear, .genericRGBLinear,
    .genericGrayGamma2_2, .extendedGray, .linearGray, .extendedLinearGray,
  ]

  /// Returns the space of that name, in either spelling ("sRGB" or "kCGColorSpaceSRGB"); nil if there is none.
  package static func named(_ name: String) -> ColorSpace? {
    all.first { $0.name == name || $0.coreGraphicsName == name }
  }

  private static func standard(
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
