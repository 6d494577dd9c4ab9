/// CISampleNearest: samples the image without interpolation in the geometry steps that follow.
///
/// Formula: source(p) = ⌊p⌋ + {1}/{2}
///
/// Source: Core Image's filter reference.
package enum SampleNearest {
  static let filter = Filter(
    "CISampleNearest", summary: "Reads the nearest pixel in later geometry.", categories: .extended(.stylize),
    since: "macOS 10.14 / iOS 12 / tvOS 12", builtin: nil, parameters: [.inputImage], formulas: [],
    example: Example(["inputImage": .image(.small)], enlarged: 10)
  ) { inputs in
    inputs.image.sampled(.nearest)
  }
}
