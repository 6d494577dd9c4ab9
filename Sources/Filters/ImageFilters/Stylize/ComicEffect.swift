/// CIComicEffect: a comic book look: dark outlines over halftone dots.
///
/// Formula: C = lines " over " (0.4 c + 0.6 dots)
package enum ComicEffect {
  static let filter = Filter(
    "CIComicEffect", summary: "Comic-book look: dark outlines and colour dots.", categories: .usual(.stylize),
    since: "macOS 10.5 / iOS 9 / tvOS 9", parameters: [.inputImage],
    formulas: [
      .color(SourceOverCompositing.formula), .color(DissolveTransition.formula), .color(LineOverlay.formula),
      .color(CMYKHalftone.formula),
    ]
  ) { inputs in
    let image = inputs.image
    let lines = LineOverlay.lines(image, level: 0.07, sharpness: 0.71, intensity: 1, threshold: 0.1, contrast: 50)
    let dots = CMYKHalftone.printed(image, center: .zero, width: 5, angle: 0, sharpness: 0.5, gcr: 0.8, ucr: 0.5)
    let colors = Node.combined([image, dots], by: DissolveTransition.formula, 0.6 as Float, extent: .first)
    return Node.combined([lines, colors], by: SourceOverCompositing.formula, extent: .last)
  }
}
