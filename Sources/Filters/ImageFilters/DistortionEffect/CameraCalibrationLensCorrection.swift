import Foundation

/// CICameraCalibrationLensCorrection: corrects the lens distortion of a camera.
///
/// Formula: source(p) = c + (1 + m(|p - c|)) (p - c), m(r) = table({r}/{r_max} (n - 1)), " linear between the entries"
package enum CameraCalibrationLensCorrection {
  static let calibration = Parameter<LensCalibration>("inputAVCameraCalibrationData")
  static let usesInverse = Parameter<Bool>("inputUseInverseLookUpTable", type: .boolean, default: false, min: 0, max: 1)

  static let filter = Filter(
    "CICameraCalibrationLensCorrection", displayName: "Lens Correction for AVC",
    summary: "Undistorts with the radial table of camera calibration data.", categories: .extended(.distortionEffect),
    since: "macOS 10.14 / iOS 12 / tvOS 12 / macCatalyst 14", builtin: nil,
    parameters: [.inputImage, calibration, usesInverse], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let (lens, isInverse) = (inputs[calibration], inputs[usesInverse])
    guard let rect = inputs.image.extent.rect else {
      throw .invalidArgument("CICameraCalibrationLensCorrection: the image is infinite or empty; crop it first")
    }
    guard lens.size.min() > 0, lens.size.max() <= 1e6, lens.center.x.isFinite, lens.center.y.isFinite else {
      throw .invalidArgument(
        "CICameraCalibrationLensCorrection: the calibration's image must be 1 to 1000000 pixels wide and high, and "
          + "its "
          + "center finite")
    }
    let magnifications = try magnifications(of: isInverse ? lens.inverseTable : lens.table, isInverse)
    let scale = rect.size / lens.size
    let center = SIMD2(rect.min.x + lens.center.x * scale.x, rect.max.y - lens.center.y * scale.y)
    let far = SIMD2(
      max(abs(rect.min.x - center.x), abs(rect.max.x - center.x)),
      max(abs(rect.min.y - center.y), abs(rect.max.y - center.y)))
    let last = Float(magnifications.count - 1)
    return Node.gathered(
      [inputs.image, tableImage(of: magnifications)], by: formula, SIMD2<Float>(center),
      1 + SIMD2(magnifications.min()!, magnifications.max()!),
      SIMD2(last / Float((far * far).sum().squareRoot()), last))
  }

  /// The allowed number of entries of a table.
  private static let counts = 2...65536

  private static func magnifications(of table: Data?, _ isInverse: Bool) throws(RenderError) -> [Float] {
    let name = isInverse ? "inverseLensDistortionLookupTable" : "lensDistortionLookupTable"
    guard let table, table.count % 4 == 0, counts.contains(table.count / 4) else {
      throw .invalidArgument(
        "CICameraCalibrationLensCorrection: \(name) \(table.map { "has \($0.count) bytes" } ?? "is nil"); it must have "
          + "4 "
          + "bytes, a float, for each of \(counts.lowerBound) to \(counts.upperBound) radii")
    }
    let magnifications = table.withUnsafeBytes { bytes in
      (0..<table.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    guard magnifications.allSatisfy({ abs($0) <= 100 }) else {
      throw .invalidArgument("CICameraCalibrationLensCorrection: \(name) must hold numbers from -100 to 100")
    }
    return magnifications
  }

  /// Returns an image with a pixel for each entry, in its red component.
  private static func tableImage(of magnifications: [Float]) -> Node {
    .source(
      Source(
        width: magnifications.count, height: 1, format: .rgbaf, colorSpace: nil, alpha: .opaque,
        label: "CICameraCalibrationLensCorrection table"
      ) { () throws(RenderError) in
        let pixels = try PixelBuffer(width: magnifications.count, height: 1, format: .rgbaf)
        for (index, magnification) in magnifications.enumerated() {
          pixels.row(0).storeBytes(of: SIMD4(magnification, 0, 0, 1), toByteOffset: 16 * index, as: SIMD4<Float>.self)
        }
        return pixels
      })
  }

  /// The image's pixel at 1 + m times the offset from the center, bilinear; clear outside the image. m is the red of
  /// input 1 at the distance times `steps`.x, at most the last pixel, `steps`.y; 1 + m is limited to `range`.
  /// Premultiplied, linear light. Shader: DistortionEffect/CameraCalibrationLensCorrection.glsl
  ///
  /// Source: AVFoundation's documentation of lensDistortionLookupTable: it maps a rectified position to the camera's,
  /// so that pixels are fetched by it; the largest radius is that of the farthest corner.
  package static let formula = RegionFormula(
    "lensCorrection", inputs: 2, needsFloat: true, movesPixels: true,
    taps: { (_: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in 4 },
    region: { (input, output, center: SIMD2<Float>, range: SIMD2<Float>, steps: SIMD2<Float>) in
      if input == 1 { return UserRect(x: 0, y: 0, width: Double(steps.y) + 1, height: 1) }
      let center = SIMD2<Double>(center)
      let corners = [range.x, range.y].flatMap { factor in
        [output.min, output.max].map { center + ($0 - center) * Double(factor) }
      }
      return UserRect(
        [corners.map(\.x).min()!, corners.map(\.y).min()!], [corners.map(\.x).max()!, corners.map(\.y).max()!]
      ).outset(by: 1)
    },
    extent: { (inputs, _: SIMD2<Float>, _: SIMD2<Float>, _: SIMD2<Float>) in inputs[0] },
    reference: { (read, at, center: SIMD2<Float>, range: SIMD2<Float>, steps: SIMD2<Float>) in
      let way = at - center
      let position = min((way * way).sum().squareRoot() * steps.x, steps.y)
      let cell = min(position.rounded(.down), steps.y - 1)
      let (low, high) = (read(1, [cell + 0.5, 0.5]).x, read(1, [cell + 1.5, 0.5]).x)
      let factor = 1 + low + (high - low) * (position - cell)
      return RegionFormula.bilinear(read, 0, center + way * min(max(factor, range.x), range.y))
    })
}
