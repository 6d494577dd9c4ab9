import ImageGraph

/// CISampleNearest: reads the image without interpolation in the geometry that follows.
///
/// Formula: source(p) = ⌊p⌋ + {1}/{2}
///
/// Source: Core Image's filter reference.
package enum SampleNearest {
  static let image = Parameter<Node>("inputImage", type: .image)

  static let filter = Filter(
    "CISampleNearest", displayName: "Sample Nearest", summary: "Reads the nearest pixel in later geometry.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .stylize, .video], since: "macOS 10.14 / iOS 12 / tvOS 12",
    builtin: nil,
    parameters: [image], formulas: []
  ) { inputs in
    inputs[image].sampled(.nearest)
  }
}
