import CoreImage

/// The cases that `scripts/bench peers` also runs with other libraries. Both sides compute the same formulas, so that
/// pixels can be compared. Cases with `-linear` compute in linear light, the default of Core Image; the others compute
/// with stored 8-bit values, as most libraries do.
let peerCases: [Benchmark] =
  [
    Benchmark("peers/eight-operations-linear", eightOperations),
    Benchmark("peers/chain-32-linear", chain(32)),
    Benchmark("peers/bloom-crop", region: { _ in corner }, isManaged: false, bloomOfCorner),
    Benchmark("peers/bloom-crop-linear", region: { _ in corner }, bloomOfCorner),
    Benchmark("peers/unsharp-quarter", region: quarter, isManaged: false, sharpQuarter),
    Benchmark("peers/unsharp-quarter-linear", region: quarter, sharpQuarter),
    Benchmark("peers/rotate-bilinear", isManaged: false, rotated),
    Benchmark("peers/rotate-bilinear-linear", rotated),
    Benchmark("peers/bicubic-1.5", region: scaledExtent, isManaged: false, enlarged),
    Benchmark("peers/bicubic-1.5-linear", region: scaledExtent, enlarged),
    Benchmark("peers/over", isManaged: false, ofTwo: { $1.composited(over: $0) }),
    Benchmark("peers/over-linear", ofTwo: { $1.composited(over: $0) }),
    Benchmark("peers/multiply", isManaged: false, ofTwo: multiplied),
    Benchmark("peers/multiply-linear", ofTwo: multiplied),
    Benchmark(
      "peers/histogram", output: .RGBAf, region: { _ in CGRect(x: 0, y: 0, width: 256, height: 1) }, isManaged: false
    ) {
      $0.applyingFilter(
        "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: $0.extent), "inputCount": 256])
    },
    Benchmark("peers/average", region: onePixel, isManaged: false) {
      $0.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: $0.extent)])
    },
    Benchmark("peers/maximum", region: onePixel, isManaged: false) {
      $0.applyingFilter("CIAreaMaximum", parameters: ["inputExtent": CIVector(cgRect: $0.extent)])
    },
    Benchmark("peers/dilate-11", isManaged: false) {
      $0.applyingFilter("CIMorphologyRectangleMaximum", parameters: ["inputWidth": 11, "inputHeight": 11])
    },
    Benchmark("peers/median-3", isManaged: false) { $0.applyingFilter("CIMedianFilter") },
  ]
  + [3, 10, 50].flatMap { sigma in
    [false, true].map { isManaged in
      Benchmark("peers/gaussian-\(sigma)\(isManaged ? "-linear" : "")", isManaged: isManaged) {
        $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": sigma])
      }
    }
  }

/// Applies exposure, colour controls, hue, gamma, the classic sepia at 0.5, a matrix, a cubic polynomial of square
/// roots, and ten percent of grey with a clamp.
@Sendable private func eightOperations(_ image: CIImage) -> CIImage {
  let cubic = CIVector(x: 0, y: 0.4, z: 1.8, w: -1.2)
  return gamma(hue(controls(exposure(image))))
    .mapped([0.6965, 0.3845, 0.0945], [0.1745, 0.843, 0.084], [0.136, 0.267, 0.5655], [0, 0, 0])
    .mapped([0.9, 0.1, 0], [0.05, 0.9, 0.05], [0, 0.1, 0.9], [0.01, 0, 0.02])
    .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.5])
    .applyingFilter(
      "CIColorPolynomial",
      parameters: [
        "inputRedCoefficients": cubic, "inputGreenCoefficients": cubic, "inputBlueCoefficients": cubic,
      ]
    )
    .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 2])
    .mapped([0.8, 0, 0], [0, 0.8, 0], [0, 0, 0.8], [0.1, 0.1, 0.1])
    .applyingFilter("CIColorClamp")
}

extension CIImage {
  /// Returns the colours multiplied by a matrix of these rows, plus a bias.
  fileprivate func mapped(_ red: [CGFloat], _ green: [CGFloat], _ blue: [CGFloat], _ bias: [CGFloat]) -> CIImage {
    func vector(_ row: [CGFloat]) -> CIVector { CIVector(x: row[0], y: row[1], z: row[2], w: 0) }
    return applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": vector(red), "inputGVector": vector(green), "inputBVector": vector(blue),
        "inputBiasVector": vector(bias),
      ])
  }
}

private let corner = CGRect(x: 350, y: 350, width: 150, height: 150)

@Sendable private func onePixel(_ extent: CGRect) -> CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }

@Sendable private func quarter(_ extent: CGRect) -> CGRect {
  CGRect(x: 0, y: 0, width: (extent.width / 4).rounded(.down), height: (extent.height / 4).rounded(.down))
}

/// Applies the classic sepia at 0.8 and a bloom, and crops to a small region.
@Sendable private func bloomOfCorner(_ image: CIImage) -> CIImage {
  image.mapped([0.5144, 0.6152, 0.1512], [0.2792, 0.7488, 0.1344], [0.2176, 0.4272, 0.3048], [0, 0, 0])
    .applyingFilter("CIBloom", parameters: ["inputRadius": 10, "inputIntensity": 1])
    .cropped(to: corner)
}

@Sendable private func sharpQuarter(_ image: CIImage) -> CIImage {
  image.applyingFilter("CIUnsharpMask", parameters: ["inputRadius": 2.5, "inputIntensity": 0.5])
    .applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 0.25])
}

@Sendable private func rotated(_ image: CIImage) -> CIImage {
  image.transformed(by: CGAffineTransform(rotationAngle: .pi / 6).scaledBy(x: 0.7, y: 0.7))
}

@Sendable private func scaledExtent(_ extent: CGRect) -> CGRect {
  CGRect(x: 0, y: 0, width: (extent.width * 1.5).rounded(.down), height: (extent.height * 1.5).rounded(.down))
}

/// Enlarges by 1.5 with the cubic kernel of OpenCV.
@Sendable private func enlarged(_ image: CIImage) -> CIImage {
  image.applyingFilter("CIBicubicScaleTransform", parameters: ["inputScale": 1.5, "inputB": 0, "inputC": 0.75])
}

@Sendable private func multiplied(_ bottom: CIImage, _ top: CIImage) -> CIImage {
  top.applyingFilter("CIMultiplyBlendMode", parameters: ["inputBackgroundImage": bottom])
}
