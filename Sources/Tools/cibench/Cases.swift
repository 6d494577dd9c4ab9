import CoreImage
import Foundation

/// The colour steps of chains, in their order. One of them, gamma, computes a power.
private let colorSteps: [@Sendable (CIImage) -> CIImage] = [
  exposure, controls, hue, gamma,
  {
    $0.applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": CIVector(x: 0.9, y: 0.1, z: 0, w: 0), "inputGVector": CIVector(x: 0.05, y: 0.9, z: 0.05, w: 0),
        "inputBVector": CIVector(x: 0, y: 0.1, z: 0.9, w: 0), "inputBiasVector": CIVector(x: 0.01, y: 0, z: 0.02, w: 0),
      ])
  },
  { $0.applyingFilter("CIColorMonochrome", parameters: ["inputIntensity": 0.3]) },
  {
    $0.applyingFilter(
      "CIColorPolynomial", parameters: ["inputRedCoefficients": CIVector(x: 0.02, y: 0.9, z: 0.1, w: -0.05)])
  },
  { $0.applyingFilter("CIColorClamp") },
]

@Sendable func exposure(_ image: CIImage) -> CIImage {
  image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
}

@Sendable func controls(_ image: CIImage) -> CIImage {
  image.applyingFilter(
    "CIColorControls", parameters: ["inputSaturation": 1.3, "inputContrast": 1.1, "inputBrightness": 0.02])
}

@Sendable func hue(_ image: CIImage) -> CIImage {
  image.applyingFilter("CIHueAdjust", parameters: ["inputAngle": Double.pi / 6])
}

@Sendable func gamma(_ image: CIImage) -> CIImage {
  image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.9])
}

/// Applies eight filters of the catalogue: exposure, colour controls, hue, gamma, sepia, a matrix, a tone curve, and
/// ten percent of grey with a clamp.
@Sendable private func eightFilters(_ image: CIImage) -> CIImage {
  gamma(hue(controls(exposure(image))))
    .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.5])
    .applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": CIVector(x: 0.9, y: 0.1, z: 0, w: 0), "inputGVector": CIVector(x: 0.05, y: 0.9, z: 0.05, w: 0),
        "inputBVector": CIVector(x: 0, y: 0.1, z: 0.9, w: 0), "inputBiasVector": CIVector(x: 0.01, y: 0, z: 0.02, w: 0),
      ]
    )
    .applyingFilter(
      "CIToneCurve",
      parameters: [
        "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 0.25, y: 0.2),
        "inputPoint2": CIVector(x: 0.5, y: 0.55), "inputPoint3": CIVector(x: 0.75, y: 0.8),
        "inputPoint4": CIVector(x: 1, y: 1),
      ]
    )
    .applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": CIVector(x: 0.8, y: 0, z: 0, w: 0), "inputGVector": CIVector(x: 0, y: 0.8, z: 0, w: 0),
        "inputBVector": CIVector(x: 0, y: 0, z: 0.8, w: 0), "inputBiasVector": CIVector(x: 0.1, y: 0.1, z: 0.1, w: 0),
      ]
    )
    .applyingFilter("CIColorClamp")
}

/// Returns a recipe of a number of colour steps.
func chain(_ count: Int) -> @Sendable (CIImage) -> CIImage {
  { image in (0..<count).reduce(image) { image, step in colorSteps[step % colorSteps.count](image) } }
}

@Sendable private func overlay(_ image: CIImage) -> CIImage {
  image.transformed(by: CGAffineTransform(translationX: 64, y: 32))
    .applyingFilter("CIColorMatrix", parameters: ["inputAVector": CIVector(x: 0, y: 0, z: 0, w: 0.5)])
}

/// All benchmarks, by family.
let benchmarks: [Benchmark] =
  decisions + peerCases + kernelCases
  + [1, 2, 4, 8, 16, 32].map { count in Benchmark("color/steps-\(count)", chain(count)) }
  + [
    Benchmark("color/eight-filters", eightFilters),
    Benchmark("color/steps-1-unfused", rules: { $0.neverFuses = true }, chain(1)),
    Benchmark("color/steps-8-unfused", rules: { $0.neverFuses = true }, chain(8)),
    Benchmark("formats/BGRA8", format: .BGRA8, exposure),
    Benchmark("formats/RGBA16", format: .RGBA16, exposure),
    Benchmark("formats/RGBAh", format: .RGBAh, exposure),
    Benchmark("formats/RGBAf", format: .RGBAf, exposure),
    Benchmark("blur/gaussian-10") { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10]) },
    Benchmark("blur/gaussian-50") { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 50]) },
    Benchmark(
      "stylize/bloom-crop-150", region: { _ in CGRect(x: 350, y: 350, width: 150, height: 150) }
    ) {
      $0.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.8])
        .applyingFilter("CIBloom", parameters: ["inputRadius": 10, "inputIntensity": 1])
        .cropped(to: CGRect(x: 350, y: 350, width: 150, height: 150))
    },
    Benchmark("composite/source-over") { overlay($0).composited(over: $0) },
    Benchmark("composite/multiply") {
      $0.applyingFilter("CIMultiplyBlendMode", parameters: ["inputBackgroundImage": overlay($0)])
    },
    Benchmark("reduction/average", region: { _ in CGRect(x: 0, y: 0, width: 1, height: 1) }) {
      $0.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: $0.extent)])
    },
    Benchmark("reduction/histogram-256", region: { _ in CGRect(x: 0, y: 0, width: 256, height: 1) }) {
      $0.applyingFilter(
        "CIAreaHistogram", parameters: ["inputExtent": CIVector(cgRect: $0.extent), "inputCount": 256])
    },
    Benchmark("geometry/rotate-30-scale-0.7") {
      $0.transformed(by: CGAffineTransform(rotationAngle: .pi / 6).scaledBy(x: 0.7, y: 0.7))
    },
  ]
