/// CIPageCurlTransition: a page curls up and turns over.
///
/// Formula: x = line - r θ " is at " line - r sin θ, " around a cylinder of radius " r
package enum PageCurlTransition {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 100, min: 0.01, slider: 0.01...400)

  static let filter = Filter(
    "CIPageCurlTransition", displayName: "Page Curl", summary: "A page curls away with a shading image.",
    categories: .extended(.transition), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .targetImage, .backsideImage, .shadingImage, .imageExtent, .time, .angle, radius],
    formulas: [.warp(PageCurl.front), .warp(PageCurl.back), .warp(PageCurl.glint), .color(PageCurl.formula)],
    example: ["inputTime": 0.5, "inputAngle": 2.6, "inputRadius": 40], tolerance: PageCurl.tolerance
  ) { (inputs) throws(RenderError) in
    try PageCurl.image(
      inputs.image, inputs[.targetImage], backside: inputs[.backsideImage], shading: inputs[.shadingImage],
      page: inputs[.imageExtent],
      time: inputs[.time], angle: inputs[.angle], radius: inputs[radius],
      shadow: (amount: 0, size: 0, rect: inputs[.imageExtent]), gloss: 0, filter: "CIPageCurlTransition")
  }
}
