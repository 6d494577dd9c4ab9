/// CIAccordionFoldTransition: fades to an image of another height, whose additional height unfolds like an accordion.
package enum AccordionFoldTransition {
  static let bottomHeight = Parameter<Float>("inputBottomHeight", type: .distance, default: 0, min: 0)
  static let numberOfFolds = Parameter<Float>("inputNumberOfFolds", default: 3, min: 1, max: 50, slider: 1...10)
  static let foldShadowAmount = Parameter<Float>("inputFoldShadowAmount", default: 0.1, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIAccordionFoldTransition",
    summary: "Folds the source up in accordion pleats to uncover a target that may have another size.",
    categories: .extended(.transition), since: "macOS 10.10 / iOS 8 / tvOS 8",
    parameters: [.inputImage, .targetImage, bottomHeight, numberOfFolds, foldShadowAmount, .time],
    formulas: [.region(formula), .color(light)]
  ) { (inputs) throws(RenderError) in
    try passage(at: inputs[.time], from: inputs.image, to: inputs[.targetImage]) { (time) throws(RenderError) in
      let source = inputs.image
      guard let from = source.extent.rect, let to = inputs[.targetImage].extent.rect else {
        throw .invalidArgument("CIAccordionFoldTransition: an image is infinite or empty; crop it first")
      }
      let (folds, amount) = (max(inputs[numberOfFolds], 1), min(max(inputs[foldShadowAmount], 0), 1))
      guard folds <= 1e4, inputs[bottomHeight].isFinite else {
        throw .invalidArgument(
          "CIAccordionFoldTransition: inputNumberOfFolds must be at most 10000, inputBottomHeight finite")
      }
      // The source is centred on the target horizontally, with their lower edges aligned.
      let step = SIMD2((to.center.x - from.center.x).rounded(.down), to.min.y - from.min.y)
      guard let placed = source.transformed(by: .translation(step.x, step.y)) else { return inputs[.targetImage] }

      let longer = to.height - from.height
      let open = longer > 0 ? time : 1 - time
      let bottom = to.min.y + min(Double(max(inputs[bottomHeight], 0)), min(from.height, to.height))
      // The depth of a fold, relative to a viewing distance of the images' mean width.
      let side = abs(longer) / Double(2 * folds)
      let depth = side * Double(1 - open) * 2 / (from.width + to.width)
      let fold = SIMD4(Float(bottom), Float(abs(longer)) * open, 2 * folds, Float(depth))
      func folded(_ image: Node, _ full: Double) -> Node {
        image.gathered(by: formula, fold, SIMD2(Float(max(full, 0)), Float(to.center.x)))
      }
      return Node.combined(
        [folded(placed, -longer), folded(inputs[.targetImage], longer)], by: light, fold,
        SIMD2(amount * (1 - open), time), extent: .union)
    }
  }

  /// Either of two images with a folding section above its bottom part. In the taller image the section has the
  /// additional height; in the other one it is a single line that is stretched. The section is `fold`.y high and has
  /// `fold`.z sides of folds, which go back and forth. Where they are deepest, x is 1 + `fold`.w times as far from the
  /// middle. `fold`: the start of the section, its height, sides and depth; `full`: its height in this image, and the
  /// middle.
  /// Shader: Transition/AccordionFoldTransition.glsl
  ///
  /// Formula: h = |h_1 - h_0| o, o = t "or" 1 - t, d = {|h_1 - h_0|}/{2 folds} (1 - o), shade = amount (1 - o)
  ///
  /// Source: measured on one image of Core Image. There the divisor of depth was 1250 pixels, within 0.3. That this is
  /// the mean of the widths, 1000 and 1500, is our own interpretation.
  package static let formula = RegionFormula(
    "accordionFold", movesPixels: true,
    taps: { (_: SIMD4<Float>, _: SIMD2<Float>) in 4 },
    region: { (output, fold: SIMD4<Float>, full: SIMD2<Float>) in
      let (middle, spread) = (Double(full.y), 1 + Double(fold.w))
      let up = Double(full.x - fold.y)
      let xs = [output.min.x, output.max.x].flatMap { [$0, middle + ($0 - middle) * spread] }
      let ys = [output.min.y, output.max.y].flatMap { [$0, $0 + up] }
      return UserRect([xs.min()!, ys.min()!], [xs.max()!, ys.max()!]).outset(by: 1)
    },
    extent: { (input, fold: SIMD4<Float>, full: SIMD2<Float>) in
      let top = max(input.max.y + Double(fold.y - full.x), input.min.y)
      return UserRect(input.min, [input.max.x, top]).pixels
    },
    reference: { (read, at, fold: SIMD4<Float>, full: SIMD2<Float>) in
      let above = at.y - fold.x
      let isFold = above > 0 && above < fold.y
      let u = isFold ? above / max(fold.y, 1e-3) : 0
      let side = u * fold.z
      let part = side - side.rounded(.down)
      let isBack = side.rounded(.down) - (side * 0.5).rounded(.down) * 2 > 0.5
      let depth = isFold ? fold.w * (isBack ? 1 - part : part) : 0
      let x = full.y + (at.x - full.y) * (1 + depth)
      let up = isFold ? u * full.x - above : above > 0 ? full.x - fold.y : 0
      return RegionFormula.bilinear(read, 0, [x, at.y + up])
    })

  /// Fades between the folded images. Each side of a fold gets darker towards its top, by `view`.x; `view`.y is the
  /// time. Premultiplied, linear light. Shader: Transition/AccordionFoldTransition.glsl
  package static let light = ColorFormula(transition: "accordionLight") {
    (source, target, at, fold: SIMD4<Float>, view: SIMD2<Float>) in
    let above = at.y - fold.x
    let side = above * (fold.z / max(fold.y, 1e-3))
    let isFold = (above .> 0) .& (above .< fold.y)
    let light = Lane(repeating: 1).replacing(with: 1 - view.x * (side - side.rounded(.down)), where: isFold)
    let mixed = source + (target - source) * view.y
    return Color(mixed.rgb * light, mixed.alpha)
  }
}
