import ImageGraph

/// CIPageCurlTransition: a page curls up and turns over.
///
/// Formula: x = line - r θ " lies at " line - r sin θ, " around a cylinder of radius " r
package enum PageCurlTransition {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let targetImage = Parameter<Node>("inputTargetImage", type: .image)
  static let backsideImage = Parameter<Node>("inputBacksideImage", type: .image)
  static let shadingImage = Parameter<Node>("inputShadingImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 300, height: 300), unit: .pixels)
  static let time = Parameter<Float>("inputTime", type: .time, default: 0, min: 0, max: 1, slider: 0...1, identity: 0)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -3.141592653589793...3.141592653589793, identity: 0)
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 100, min: 0.01, slider: 0.01...400, unit: .pixels)

  static let filter = Filter(
    "CIPageCurlTransition", displayName: "Page Curl", summary: "A page curls away with a shading image.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .transition, .video], since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [image, targetImage, backsideImage, shadingImage, area, time, angle, radius],
    formulas: [.region(PageCurl.formula)]
  ) { (inputs) throws(RenderError) in
    try PageCurl.image(
      inputs[image], inputs[targetImage], backside: inputs[backsideImage], shading: inputs[shadingImage],
      page: inputs[area],
      time: inputs[time], angle: inputs[angle], radius: inputs[radius],
      shadow: (amount: 0, size: 0, rect: inputs[area]), gloss: 0, filter: "CIPageCurlTransition")
  }
}
