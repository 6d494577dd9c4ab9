import Foundation
import TestFiles
import Testing

/// Constants of shaders: each occurs in its Swift twin too, or is listed here.
@Suite struct TwinConstantTests {
  struct Twin: Sendable {
    /// The path below `Sources`.
    let swift: String
    /// The numbers that only the shader has.
    let own: [Float]

    init(_ swift: String, own: [Float] = []) { (self.swift, self.own) = (swift, own) }
  }

  /// ln 2 and its reciprocal, for the exponentials of GLSL, which have base 2.
  private static let logarithms: [Float] = [0.6931471805599453, 1.4426950408889634]
  /// 2³⁰ and 2²⁴, by which integers are scaled to 0...1.
  private static let powers: [Float] = [1_073_741_824, 16_777_216]

  /// The twins by shader, below `Shaders`.
  private static let twins: [String: Twin] = [
    "Color/HLG": Twin("Recipes/ImageGraph/Formulas/ColorConversions", own: logarithms),
    // 2^-23, in Swift as 0x1p-23.
    "Color/Output": Twin("Recipes/ImageGraph/Formulas/ColorConversions", own: [0x1p-23]),
    // The polynomials that approximate the powers of the transfer function on 0...1.
    "Color/SRGB": Twin(
      "Color/ImageColor/StandardTransferFunctions",
      own: [
        0.289958686, 1.36304712, 2.76127291, 3.20477509, 2.43692183, 1.40759432, 0.978770852, 0.471552849,
        0.0361017287, 0.000837689906,
      ]),
    "ColorEffect/LabDeltaE": Twin("Filters/ImageFilters/ColorEffect/LabDeltaE"),
    "ColorEffect/LuminanceRamp": Twin("Filters/ImageFilters/ColorEffect/LuminanceRamp"),
    "CompositeOperation/DarkerColorBlend": Twin("Filters/ImageFilters/ColorAdjustment/Luma"),
    "CompositeOperation/LighterColorBlend": Twin("Filters/ImageFilters/ColorAdjustment/Luma"),
    // π.
    "DistortionEffect/CircularWrap": Twin("Filters/ImageFilters/DistortionEffect/CircularWrap", own: [3.14159265]),
    // √2, in Swift as a root.
    "Generator/BlurredRoundedRectangleGenerator": Twin(
      "Filters/ImageFilters/Generator/BlurredRoundedRectangleGenerator", own: [1.41421356]),
    "Generator/LenticularHaloGenerator": Twin("Filters/ImageFilters/Generator/LenticularHaloGenerator"),
    "Generator/RandomGenerator": Twin("Filters/ImageFilters/Generator/RandomGenerator", own: powers),
    // 2^-8, in Swift as 0x1p-8.
    "GeometryAdjustment/EdgePreserveUpsampleFilter": Twin(
      "Filters/ImageFilters/GeometryAdjustment/EdgePreserveUpsampleFilter", own: [0x1p-8]),
    "GeometryAdjustment/LanczosScaleTransform": Twin(
      "Filters/ImageFilters/GeometryAdjustment/LanczosScaleTransform", own: [3.14159265]),
    "Gradient/ConicRamp": Twin("Filters/ImageFilters/Gradient/ConicRamp"),
    // 3 / π.
    "Gradient/HueSaturationValueGradient": Twin(
      "Filters/ImageFilters/Gradient/HueSaturationValueGradient", own: [0.95492965]),
    "Reduction/AreaAlphaWeightedHistogram": Twin("Filters/ImageFilters/Reduction/AreaAlphaWeightedHistogram"),
    // 2^-100, in Swift as 0x1p-100.
    "Reduction/AreaLogarithmicHistogram": Twin(
      "Filters/ImageFilters/Reduction/AreaLogarithmicHistogram", own: [0x1p-100]),
    // 2^-126, in Swift as leastNormalMagnitude.
    "Shared/Alpha": Twin("Recipes/ImageGraph/Formulas/Lanes", own: [0x1p-126]),
    // The polynomials of sine and cosine, and a quarter turn in three parts; Swift calls sin and cos.
    "Shared/Direction": Twin(
      "Recipes/ImageGraph/Formulas/Lanes",
      own: [
        0.63661977, 1.5703125, 4.8351288e-4, 3.1391647e-7, 0.7854, 0.16666655, 0.00833218, 1.9517e-4, 0.041666647,
        0.0013887365, 2.4438091e-5,
      ]),
    "Shared/ErrorFunction": Twin("Filters/ImageFilters/Generator/BlurredRectangleGenerator"),
    "Shared/Folding": Twin("Filters/ImageFilters/TileEffect/Folding"),
    "Shared/Lab": Twin("Filters/ImageFilters/ColorEffect/CIELab"),
    // 1 - 2^-13, in Swift as that.
    "Shared/Nearest": Twin("Filters/ImageFilters/ColorEffect/Palette", own: [1 - 0x1p-13]),
    "Shared/PQ": Twin("Color/ImageColor/StandardTransferFunctions", own: logarithms),
    // The polynomials of log2 and exp2; Swift calls pow.
    "Shared/Power": Twin(
      "Recipes/ImageGraph/Formulas/Lanes",
      own: [
        0.20659184, 0.32215492, 0.72113186, 0.36748999, 0.47934801, 1.44271348, 0.00132647, 0.00967151, 0.05550734,
        0.24022242, 0.69314698,
      ]),
    "Shared/Scattered": Twin("Filters/ImageFilters/Stylize/Scattered", own: powers),
    "Shared/Screen": Twin("Filters/ImageFilters/HalftoneEffect/CMYKHalftone"),
    "Stylize/CannyEdgeDetector": Twin("Filters/ImageFilters/Stylize/CannyEdgeDetector"),
    "Stylize/HighlightShadowAdjust": Twin("Filters/ImageFilters/Stylize/HighlightShadowAdjust"),
    "Stylize/SpotColor": Twin("Filters/ImageFilters/Stylize/SpotColor"),
    "Transition/CopyMachineTransition": Twin("Filters/ImageFilters/Transition/CopyMachineTransition"),
    "Transition/ModTransition": Twin("Filters/ImageFilters/Transition/ModTransition"),
    "Transition/PageCurl": Twin("Filters/ImageFilters/Transition/PageCurl", own: [3.14159265]),
  ]

  private static let root = repository

  /// Returns the constants in a source text, without comments: numbers of four significant digits and more, or of two
  /// and more with a fraction that is not of 64ths.
  private static func constants(_ file: String) throws -> Set<Float> {
    let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      .split(separator: "\n").map { $0.prefix(upTo: $0.range(of: "//")?.lowerBound ?? $0.endIndex) }
      .joined(separator: "\n")
    let number = /(?:^|[^\w.])(\d[\d_]*\.?\d*(?:[eE]-?\d+)?)/
    return Set(
      text.matches(of: number).compactMap { match in
        let word = match.1.filter { $0 != "_" }
        let digits = word.prefix { $0 != "e" && $0 != "E" }.filter { $0 != "." }
        let significant = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }
        guard let value = Float(String(word)) else { return nil }
        let isChosen = significant.count >= 4 || significant.count >= 2 && (value * 64).rounded() != value * 64
        return isChosen ? value : nil
      })
  }

  @Test(arguments: twins.keys.sorted()) func aShadersConstantsStandInItsTwin(_ shader: String) throws {
    let twin = try #require(Self.twins[shader])
    let there = try Self.constants("Shaders/\(shader).glsl")
    let here = try Self.constants("Sources/\(twin.swift).swift")
    #expect(there.subtracting(here).subtracting(twin.own).isEmpty, "not in \(twin.swift)")
    #expect(Set(twin.own).isSubset(of: there), "named here, and gone from the shader")
  }

  @Test func everyShaderWithConstantsIsNamed() throws {
    let folder = Self.root.appending(path: "Shaders")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "glsl" {
      let shader = String(file.deletingPathExtension().path.dropFirst(folder.path.count + 1))
      if Self.twins[shader] != nil { continue }
      #expect(try Self.constants("Shaders/\(shader).glsl").isEmpty, "\(shader) has constants and no entry")
    }
  }
}
