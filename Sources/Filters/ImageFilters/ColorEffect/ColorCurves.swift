import Foundation
import ImageColor

/// CIColorCurves: a separate curve for red, green and blue, as a table over a range of values.
///
/// Formula: r′ = {curve}_r(r), g′ = {curve}_g(g), b′ = {curve}_b(b), " linear between the entries"
package enum ColorCurves {
  static let curvesData = Parameter<Data>("inputCurvesData", default: identity)
  static let curvesDomain = Parameter<[Double]>("inputCurvesDomain", default: [0, 1])

  static let filter = Filter(
    "CIColorCurves", summary: "Per-channel 1-D tables over a domain in a chosen space.",
    categories: .pointwise(.colorEffect), since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [.inputImage, curvesData, curvesDomain, .colorSpace], formulas: [.region(lookup)]
  ) { (inputs) throws(RenderError) in
    let curves = inputs[curvesData]
    guard curves.count % 12 == 0, counts.contains(curves.count / 12) else {
      throw .invalidArgument(
        "CIColorCurves: inputCurvesData has \(curves.count) bytes; it must have three floats, 12 bytes, for each of "
          + "\(counts.lowerBound) to \(counts.upperBound) values")
    }
    let domain = inputs[curvesDomain]
    guard domain.count >= 2, domain[0].isFinite, domain[1].isFinite, domain[1] > domain[0] else {
      throw .invalidArgument("CIColorCurves: inputCurvesDomain is \(domain); give two numbers, the smaller one first")
    }
    let last = curves.count / 12 - 1
    return try inputs.image.inside(inputs.optional(.colorSpace), filter: "CIColorCurves") {
      (image) throws(RenderError) in
      Node.gathered(
        [image, tableImage(of: curves)], by: lookup, Float(domain[0]), Float(Double(last) / (domain[1] - domain[0])),
        Float(last))
    }
  }

  /// The allowed number of values of a curve.
  private static let counts = 2...65536

  /// The identity curve: zero, a half and one.
  private static let identity: Data = {
    let numbers: [Float] = [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1]
    return numbers.withUnsafeBytes { Data($0) }
  }()

  /// Returns an image with a pixel for each value of the curves.
  private static func tableImage(of curves: Data) -> Node {
    let count = curves.count / 12
    return .source(
      Source(width: count, height: 1, format: .rgbaf, colorSpace: nil, alpha: .opaque, label: "CIColorCurves curves") {
        () throws(RenderError) in
        let pixels = try PixelBuffer(width: count, height: 1, format: .rgbaf)
        curves.withUnsafeBytes { bytes in
          for index in 0..<count {
            func number(_ component: Int) -> Float {
              bytes.loadUnaligned(fromByteOffset: 12 * index + 4 * component, as: Float.self)
            }
            pixels.row(0).storeBytes(
              of: SIMD4(number(0), number(1), number(2), 1), toByteOffset: 16 * index, as: SIMD4<Float>.self)
          }
        }
        return pixels
      })
  }

  /// Looks up each straight component c in the same component of input 1, which has a pixel for each value, at (c -
  /// start) scale, linear between pixels. The ends repeat; alpha is that of input 0. `last` is the last pixel's index.
  /// Shader: ColorEffect/ColorCurves.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let lookup = RegionFormula(
    "curvesLookup", inputs: 2,
    taps: { (_: Float, _: Float, _: Float) in 1 },
    region: { (input, output, _: Float, _: Float, last: Float) in
      input == 0 ? output : UserRect(x: 0, y: 0, width: Double(last) + 1, height: 1)
    },
    extent: { (inputs, _: Float, _: Float, _: Float) in inputs[0] },
    reference: { (read, at, start: Float, scale: Float, last: Float) in
      let color = read(0, at)
      let straight = color.w > 0 ? color * (1 / color.w) : .zero
      func curved(_ component: Int) -> Float {
        let position = (straight[component] - start) * scale
        let low = position > 0 ? position : 0
        let inside = low < last ? low : last
        let cell = min(inside.rounded(.down), last - 1)
        let (a, b) = (read(1, [cell + 0.5, 0.5])[component], read(1, [cell + 1.5, 0.5])[component])
        return a + (b - a) * (inside - cell)
      }
      return SIMD4(curved(0) * color.w, curved(1) * color.w, curved(2) * color.w, color.w)
    })
}
