import ImageGraph

/// CIPageCurlWithShadowTransition: a page curls up, turns over and drops a shadow.
///
/// Formula: x = line - r θ " lies at " line - r sin θ, " around a cylinder of radius " r
package enum PageCurlWithShadowTransition {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let targetImage = Parameter<Node>("inputTargetImage", type: .image)
  static let backsideImage = Parameter<Node>("inputBacksideImage", type: .image)
  static let area = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)
  static let time = Parameter<Float>("inputTime", type: .time, default: 0, min: 0, max: 1, slider: 0...1, identity: 0)
  static let angle = Parameter<Float>(
    "inputAngle", type: .angle, default: 0, slider: -3.141592653589793...3.141592653589793, identity: 0)
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 100, min: 0.01, slider: 0.01...400, unit: .pixels)
  static let shadowSize = Parameter<Float>(
    "inputShadowSize", type: .distance, default: 0.5, min: 0, max: 1, slider: 0...1)
  static let shadowAmount = Parameter<Float>(
    "inputShadowAmount", type: .distance, default: 0.7, min: 0, max: 1, slider: 0...1)
  static let shadowExtent = Parameter<UserRect>(
    "inputShadowExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0), unit: .pixels)

  static let filter = Filter(
    "CIPageCurlWithShadowTransition", displayName: "Page Curl With Shadow",
    summary: "A page curls away and drops a shadow.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .transition, .video], since: "macOS 10.9 / iOS 9 / tvOS 9",
    parameters: [image, targetImage, backsideImage, area, time, angle, radius, shadowSize, shadowAmount, shadowExtent],
    formulas: [.region(PageCurl.formula)]
  ) { (inputs) throws(RenderError) in
    let page = inputs[area].isEmpty ? inputs[image].extent.rect ?? inputs[area] : inputs[area]
    let (size, amount) = (min(max(inputs[shadowSize], 0), 10), min(max(inputs[shadowAmount], 0), 1))
    return try PageCurl.image(
      inputs[image], inputs[targetImage], backside: inputs[backsideImage], shading: .empty, page: page,
      time: inputs[time],
      angle: inputs[angle], radius: inputs[radius],
      shadow: (amount: amount, size: size, rect: inputs[shadowExtent].isEmpty ? page : inputs[shadowExtent]),
      gloss: 0.75,
      filter: "CIPageCurlWithShadowTransition")
  }
}
