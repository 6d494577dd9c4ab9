/// CIPageCurlWithShadowTransition: a page curls up, turns over and casts a shadow.
///
/// Formula: x = line - r θ " is at " line - r sin θ, " around a cylinder of radius " r
package enum PageCurlWithShadowTransition {
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 100, min: 0.01, slider: 0.01...400)
  static let shadowSize = Parameter<Float>(
    "inputShadowSize", type: .distance, default: 0.5, min: 0, max: 1, slider: 0...1, unit: Unit.none)
  static let shadowAmount = Parameter<Float>(
    "inputShadowAmount", type: .distance, default: 0.7, min: 0, max: 1, slider: 0...1, unit: Unit.none)
  static let shadowExtent = Parameter<UserRect>(
    "inputShadowExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0))

  static let filter = Filter(
    "CIPageCurlWithShadowTransition", displayName: "Page Curl With Shadow",
    summary: "A page curls away and drops a shadow.", categories: .extended(.transition),
    since: "macOS 10.9 / iOS 9 / tvOS 9",
    parameters: [
      .inputImage, .targetImage, .backsideImage, .extent, .time, .angle, radius, shadowSize, shadowAmount, shadowExtent,
    ],
    formulas: [.warp(PageCurl.front), .warp(PageCurl.back), .warp(PageCurl.glint), .color(PageCurl.formula)],
    example: ["inputTime": 0.5, "inputAngle": 2.6, "inputRadius": 40], tolerance: PageCurl.tolerance
  ) { (inputs) throws(RenderError) in
    let page = inputs[.extent].isEmpty ? inputs.image.extent.rect ?? inputs[.extent] : inputs[.extent]
    let (size, amount) = (min(max(inputs[shadowSize], 0), 10), min(max(inputs[shadowAmount], 0), 1))
    return try PageCurl.image(
      inputs.image, inputs[.targetImage], backside: inputs[.backsideImage], shading: .empty, page: page,
      time: inputs[.time],
      angle: inputs[.angle], radius: inputs[radius],
      shadow: (amount: amount, size: size, rect: inputs[shadowExtent].isEmpty ? page : inputs[shadowExtent]),
      gloss: 1,
      filter: "CIPageCurlWithShadowTransition")
  }
}
