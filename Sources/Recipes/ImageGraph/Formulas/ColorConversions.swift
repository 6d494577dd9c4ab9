import Foundation
import ImageColor

/// The steps of colour management. They are ordinary colour formulas, and are fused like others.
package enum ColorConversions {
  /// Decodes rgb from the sRGB transfer function to linear light. Alpha is unchanged. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let linearFromSRGB = ColorFormula(
    "linearFromSRGB", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.sRGB, .decode)
  ) { color in
    Color(color.rgb.map(inDoubles: ImageColor.linearFromSRGB), color.alpha)
  }

  /// `linearFromSRGB` for values that are known to be in 0...1. Its shader is cheaper.
  /// Shader: Color/SRGB.glsl
  package static let linearFromUnitSRGB = ColorFormula(
    "linearFromUnitSRGB", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.unitSRGB, .decode)
  ) {
    color in
    Color(color.rgb.map(inDoubles: ImageColor.linearFromSRGB), color.alpha)
  }

  /// Encodes rgb from linear light by the sRGB transfer function. Alpha is unchanged. For straight or opaque colours.
  /// Shader: Color/SRGB.glsl
  package static let sRGBFromLinear = ColorFormula(
    "sRGBFromLinear", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.sRGB, .encode)
  ) { color in
    Color(color.rgb.map(inDoubles: ImageColor.sRGBFromLinear), color.alpha)
  }

  /// Multiplies rgb by alpha. Shader: Color/Alpha.glsl
  package static let premultiply = ColorFormula(
    "premultiplyAlpha", keepsGrey: true, preserves: [.opacity, .opaqueColors], role: .premultiply
  ) { $0.premultiplied }

  /// Divides rgb by alpha; clear if alpha is 0 or less. Shader: Color/Alpha.glsl
  package static let unpremultiply = ColorFormula(
    "unpremultiplyAlpha", keepsGrey: true, preserves: [.opacity, .opaqueColors], role: .unpremultiply
  ) { $0.unpremultiplied }

  /// Sets alpha to 1. Rgb is unchanged. Shader: Color/Alpha.glsl
  package static let opaque = ColorFormula(
    "opaqueAlpha", keepsClear: false, keepsGrey: true, preserves: [.opacity, .opaqueColors], role: .opaque
  ) { color in
    Color(color.rgb, Lane(repeating: 1))
  }

  /// Multiplies rgb by a 3x3 matrix that is passed by rows. Alpha is unchanged. In linear light.
  /// Shader: Color/Primaries.glsl
  package static let primaries = ColorFormula(
    "convertPrimaries",
    rows: { (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in ColorRows(rgb: red, green, blue) },
    fold: foldRows
  ) { (color, red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) in
    Color(RGB(color.rgb.dot(red), color.rgb.dot(green), color.rgb.dot(blue)), color.alpha)
  }

  /// Decodes by y = (a·x + b)^g + e for x >= d, else y = c·x + f; odd-symmetric. Alpha is unchanged. `gabc` has g, a, b
  /// and c; `def` has d, e and f. Source: ICC.1:2022, parametric curve type 4.
  /// Shader: Color/ParametricCurve.glsl
  package static let decodeParametric = ColorFormula(
    "decodeParametricCurve", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.parametric, .decode)
  ) {
    (color, gabc: SIMD4<Float>, def: SIMD3<Float>) in
    Color(
      color.rgb.map { value in
        let x = value.magnitude
        let linear = x * gabc.w + def.z
        let curved = (x * gabc.y + gabc.z).power(gabc.x) + def.y
        let y = linear.replacing(with: curved, where: x .>= def.x)
        return y.replacing(with: -y, where: value .< 0)
      }, color.alpha)
  }

  /// The inverse of `decodeParametric` with the same arguments. Shader: Color/ParametricCurve.glsl
  package static let encodeParametric = ColorFormula(
    "encodeParametricCurve", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.parametric, .encode)
  ) {
    (color, gabc: SIMD4<Float>, def: SIMD3<Float>) in
    let join = pow(Swift.max(gabc.y * def.x + gabc.z, 0), gabc.x) + def.y
    let (scale, slope) = (1 / gabc.y, gabc.w == 0 ? 0 : 1 / gabc.w)
    return Color(
      color.rgb.map { value in
        let y = value.magnitude
        let linear = (y - def.z) * slope
        let curved = ((y - def.y).power(1 / gabc.x) - gabc.z) * scale
        let x = linear.replacing(with: curved, where: y .>= join)
        return x.replacing(with: -x, where: value .< 0)
      }, color.alpha)
  }

  /// Decodes a PQ signal to linear light, where 1.0 is reference white; odd-symmetric. The signal is limited to 1.0.
  /// Alpha is unchanged. `curve` has m1, m2, c1 and c3 (c2 = c3 + 1 - c1). `peak` is the linear light of the signal
  /// 1.0. Source: SMPTE ST 2084:2014, 5.2; ``PQ``.
  /// Shader: Color/PQ.glsl
  package static let linearFromPQ = ColorFormula(
    "linearFromPQ", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.pq, .decode)
  ) {
    (color, curve: SIMD4<Float>, peak: Float) in
    let pq = PQ(SIMD4<Double>(curve))
    return Color(color.rgb.mirrored(upTo: 1) { pq.linear($0) * Double(peak) }, color.alpha)
  }

  /// The inverse of `linearFromPQ` with the same arguments. Light above the peak gives signals above 1.0. Source: SMPTE
  /// ST 2084:2014, 5.3; ``PQ``.
  /// Shader: Color/PQ.glsl
  package static let pqFromLinear = ColorFormula(
    "pqFromLinear", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.pq, .encode)
  ) {
    (color, curve: SIMD4<Float>, peak: Float) in
    let pq = PQ(SIMD4<Double>(curve))
    return Color(color.rgb.mirrored(upTo: 1e12) { pq.signal($0 / Double(peak)) }, color.alpha)
  }

  /// Decodes an HLG signal to scene light, where 1.0 is reference white; odd-symmetric. Alpha is unchanged. `curve` has
  /// a, b, c and the linear light of the signal 1.0. Source: ITU-R BT.2100-2, table 5; ``HLG``.
  /// Shader: Color/HLG.glsl
  package static let linearFromHLG = ColorFormula(
    "linearFromHLG", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.hlg, .decode)
  ) {
    (color, curve: SIMD4<Float>) in
    let (hlg, peak) = (HLG(a: Double(curve.x), b: Double(curve.y), c: Double(curve.z)), Double(curve.w))
    // Above 16 the exponential overflows a float. 8 is far above the signals of any camera.
    return Color(color.rgb.mirrored(upTo: 8) { hlg.linear($0) * peak }, color.alpha)
  }

  /// The inverse of `linearFromHLG` with the same argument. Shader: Color/HLG.glsl
  package static let hlgFromLinear = ColorFormula(
    "hlgFromLinear", keepsAlpha: true, keepsGrey: true, role: .transferFunction(.hlg, .encode)
  ) {
    (color, curve: SIMD4<Float>) in
    let (hlg, peak) = (HLG(a: Double(curve.x), b: Double(curve.y), c: Double(curve.z)), Double(curve.w))
    return Color(color.rgb.mirrored(upTo: 1e12) { hlg.signal($0 / peak) }, color.alpha)
  }

  /// Limits rgb to 0...alpha, the range of premultiplied colours of a standard range. Alpha is unchanged; NaN becomes
  /// 0.
  /// Shader: Color/Output.glsl
  package static let clampToAlpha = ColorFormula("clampToAlpha", keepsAlpha: true, keepsGrey: true) { color in
    Color(
      color.rgb.map { value in
        let low = value.atLeast(0)
        return low.replacing(with: color.alpha.atLeast(0), where: low .> color.alpha)
      }, color.alpha)
  }

  /// Limits rgb to 0...1. Alpha is unchanged; NaN becomes 0. Shader: Color/Output.glsl
  package static let clampToUnit = ColorFormula("clampToUnit", keepsAlpha: true, keepsGrey: true) { color in
    Color(color.rgb.map { $0.limited(to: 0, 1) }, color.alpha)
  }

  /// Multiplies straight rgb by alpha if alpha is above 1. Alpha is unchanged. An integer format stores such a pixel as
  /// its premultiplied colour with alpha 1, as Core Image's premultiplied images do. Straight output must show the
  /// same. Source: measured on three filters with alpha up to 3, within 1/255.
  /// Shader: Color/Output.glsl
  package static let excessAlpha = ColorFormula(
    "applyExcessAlpha", keepsAlpha: true, keepsGrey: true, preserves: .opaqueColors
  ) { color in
    Color(color.rgb * color.alpha.atLeast(1), color.alpha)
  }

  /// Adds the same noise to red, green and blue: uniform over -range/2...range/2, without the ends. Alpha is unchanged.
  /// If values are then rounded to multiples of `range`, their mean over many pixels is the unrounded value.
  ///
  /// The noise of a pixel depends on its integer coordinates only, so that tiles and devices give equal pixels. The
  /// coordinates are hashed as x + y · 0x9E3779B9, and the noise is the upper 23 bits of the hash. The hash is
  /// "lowbias32" of C. Wellons, "Prospecting for hash functions" (2018), public domain; the rest is our own.
  /// Shader: Color/Output.glsl
  package static let dither = ColorFormula(
    positional: "ditherColor", keepsClear: false, preserves: .opacity
  ) { (color, at, range: Float) in
    var noise = Lane()
    for index in 0..<8 {
      let (x, y) = (Int32(at.x[index].rounded(.down)), Int32(at.y[index].rounded(.down)))
      var hash = UInt32(bitPattern: x) &+ UInt32(bitPattern: y) &* 0x9E37_79B9
      hash = (hash ^ (hash >> 16)) &* 0x7FEB_352D
      hash = (hash ^ (hash >> 15)) &* 0x846C_A68B
      hash ^= hash >> 16
      noise[index] = (Float(hash >> 9) + 0.5) * 0x1p-23 - 0.5
    }
    return Color(color.rgb + noise * range, color.alpha)
  }

  /// Multiplies two 3x3 matrices that are passed by rows, for two consecutive steps of a formula that multiplies rgb by
  /// rows.
  package static let foldRows: ColorFormula.Fold = { first, second in
    let rows = first.map { SIMD3<Double>(SIMD3<Float>($0)) }
    return second.map { row in
      let row = SIMD3<Double>(SIMD3<Float>(row))
      return .float3(SIMD3<Float>(rows[0] * row.x + rows[1] * row.y + rows[2] * row.z))
    }
  }

  package static let all: [ColorFormula] = [
    linearFromSRGB, linearFromUnitSRGB, sRGBFromLinear, premultiply, unpremultiply, opaque, primaries, decodeParametric,
    encodeParametric, linearFromPQ, pqFromLinear, linearFromHLG, hlgFromLinear, clampToAlpha, clampToUnit, excessAlpha,
    dither,
  ]
}

extension RGB {
  /// Applies a scalar function to all lanes in double precision. ImageColor defines these functions.
  fileprivate func map(inDoubles function: (Double) -> Double) -> RGB {
    map { $0.map { Float(function(Double($0))) } }
  }

  /// Applies a function of positive numbers as an odd function. Values above `end` become `end`; NaN stays NaN.
  fileprivate func mirrored(upTo end: Double, _ function: (Double) -> Double) -> RGB {
    map(inDoubles: { value in
      let size = function(Swift.min(value.magnitude, end))
      return value.isNaN ? .nan : value < 0 ? -size : size
    })
  }
}
