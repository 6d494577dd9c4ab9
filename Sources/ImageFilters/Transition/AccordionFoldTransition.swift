/// CIAccordionFoldTransition: fades to an image of another height, whose surplus unfolds in pleats.
package enum AccordionFoldTransition {
  static let bottomHeight = Parameter<Float>("inputBottomHeight", type: .distance, default: 0, min: 0)
  static let numberOfFolds = Parameter<Float>("inputNumberOfFolds", default: 3, min: 1, max: 50, slider: 1...10)
  static let foldShadowAmount = Parameter<Float>("inputFoldShadowAmount", default: 0.1, min: 0, max: 1, slider: 0...1)

  static let filter = Filter(
    "CIAccordionFoldTransition",
    summary: "Folds the source up in accordion pleats to uncover a target that may have another size.",
    categories: .extended(.transition), since: "macOS 10.10 / iOS 8 / tvOS 8",
    parameters: [.inputImage, .targetImage, bottomHeight, numberOfFolds, foldShadowAmount, .time],
    formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[.time])
    if time == 0 { return inputs.image }
    if time == 1 { return inputs[.targetImage] }
    let source = inputs.image
    guard let from = source.extent.rect, let to = inputs[.targetImage].extent.rect else {
      throw .invalidArgument("CIAccordionFoldTransition: an image is infinite or empty; crop it first")
    }
    let (folds, amount) = (max(inputs[numberOfFolds], 1), min(max(inputs[foldShadowAmount], 0), 1))
    guard folds <= 1e4, inputs[bottomHeight].isFinite else {
      throw .invalidArgument(
        "CIAccordionFoldTransition: inputNumberOfFolds must be at most 10000, inputBottomHeight finite")
    }
    // The source stands in the middle over the target, their lower edges on each other.
    let step = SIMD2((to.center.x - from.center.x).rounded(.down), to.min.y - from.min.y)
    guard let placed = source.transformed(by: .translation(step.x, step.y)) else { return inputs[.targetImage] }

    let longer = to.height - from.height
    let open = longer > 0 ? time : 1 - time
    let bottom = to.min.y + min(Double(max(inputs[bottomHeight], 0)), min(from.height, to.height))
    // How deep a fold is, seen from about one and a half widths away.
    let side = abs(longer) / Double(2 * folds)
    let depth = side * Double(1 - open * open).squareRoot() / (1.43 * max(from.width, to.width))
    return Node.gathered(
      [placed, inputs[.targetImage]], by: formula,
      SIMD4(Float(bottom), Float(abs(longer)) * open, 2 * folds, Float(depth)),
      SIMD2(Float(max(-longer, 0)), Float(max(longer, 0))),
      SIMD3(Float(to.center.x), amount * (1 - open), time))
  }

  /// Both images above their bottom part have a piece that folds: the taller one as much as it is taller, the other one
  /// a line that is stretched. The piece is `fold`.y high and has `fold`.z sides of folds, which go back and forth;
  /// where they are farthest back x is 1 + `fold`.w times as far from the middle. Each side is darker upwards, by
  /// `view`.y. Between the images it fades. `fold`: where the piece begins, its height, sides and depth; `full`: how
  /// high it is in each image; `view`: the middle, shade and time. Premultiplied, linear light.
  /// Shader: Transition/AccordionFoldTransition.glsl
  ///
  /// Formula: h = |h_1 - h_0| o, o = t "or" 1 - t, d = {|h_1 - h_0|}/{2 folds} sqrt(1 - o^2), shade = amount (1 - o)
  ///
  /// Source: measured on one picture of Core Image; that it is seen from 1.43 widths away is fitted there.
  package static let formula = RegionFormula(
    "accordionFold", inputs: 2,
    taps: { (_: SIMD4<Float>, _: SIMD2<Float>, _: SIMD3<Float>) in 8 },
    region: { (input, output, fold: SIMD4<Float>, full: SIMD2<Float>, view: SIMD3<Float>) in
      let (middle, spread) = (Double(view.x), 1 + Double(fold.w))
      let up = Double((input == 0 ? full.x : full.y) - fold.y)
      let xs = [output.min.x, output.max.x].flatMap { [$0, middle + ($0 - middle) * spread] }
      let ys = [output.min.y, output.max.y].flatMap { [$0, $0 + up] }
      return UserRect([xs.min()!, ys.min()!], [xs.max()!, ys.max()!]).outset(by: 1)
    },
    extent: { (inputs, fold: SIMD4<Float>, full: SIMD2<Float>, _: SIMD3<Float>) in
      func moved(_ extent: Extent, _ full: Float) -> Extent {
        guard let rect = extent.rect else { return extent }
        let top = max(rect.max.y + Double(fold.y - full), rect.min.y)
        return Extent(UserRect(rect.min, [rect.max.x, top]).pixels)
      }
      return moved(inputs[0], full.x).union(moved(inputs[1], full.y))
    },
    reference: { (read, at, fold: SIMD4<Float>, full: SIMD2<Float>, view: SIMD3<Float>) in
      let above = at.y - fold.x
      let isFold = above > 0 && above < fold.y
      let u = isFold ? above / max(fold.y, 1e-3) : 0
      let side = u * fold.z
      let part = side - side.rounded(.down)
      let isBack = side.rounded(.down) - (side * 0.5).rounded(.down) * 2 > 0.5
      let depth = isFold ? fold.w * (isBack ? 1 - part : part) : 0
      let x = view.x + (at.x - view.x) * (1 + depth)
      func up(_ full: Float) -> Float { isFold ? u * full - above : above > 0 ? full - fold.y : 0 }
      let source = RegionFormula.bilinear(read, 0, [x, at.y + up(full.x)])
      let target = RegionFormula.bilinear(read, 1, [x, at.y + up(full.y)])
      let mixed = source + (target - source) * view.z
      let light = isFold ? 1 - view.y * part : 1
      return SIMD4(mixed.x * light, mixed.y * light, mixed.z * light, mixed.w)
    })
}
