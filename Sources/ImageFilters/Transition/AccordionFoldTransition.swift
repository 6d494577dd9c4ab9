import ImageGraph

/// CIAccordionFoldTransition: folds the source up in pleats to uncover the target.
///
/// Formula: C = S(x, y_0 + {y - y_0}/{1 - time}) shade " over " T
package enum AccordionFoldTransition {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let targetImage = Parameter<Node>("inputTargetImage", type: .image)
  static let bottomHeight = Parameter<Float>("inputBottomHeight", type: .distance, default: 0, min: 0, unit: .pixels)
  static let numberOfFolds = Parameter<Float>(
    "inputNumberOfFolds", type: .scalar, default: 3, min: 1, max: 50, slider: 1...10)
  static let foldShadowAmount = Parameter<Float>(
    "inputFoldShadowAmount", type: .scalar, default: 0.1, min: 0, max: 1, slider: 0...1)
  static let time = Parameter<Float>("inputTime", type: .time, default: 0, min: 0, max: 1, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CIAccordionFoldTransition", displayName: "Accordion Fold Transition",
    summary: "Folds the source up in accordion pleats to uncover a target that may have another size.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .transition, .video], since: "macOS 10.10 / iOS 8 / tvOS 8",
    parameters: [image, targetImage, bottomHeight, numberOfFolds, foldShadowAmount, time], formulas: [.region(formula)]
  ) { (inputs) throws(RenderError) in
    let time = progress(inputs[time])
    if time == 0 { return inputs[image] }
    if time == 1 { return inputs[targetImage] }
    let (source, target) = (inputs[image], inputs[targetImage])
    guard let rect = source.extent.rect else {
      throw .invalidArgument("CIAccordionFoldTransition: the image is infinite or empty; crop it first")
    }
    let (folds, shade) = (max(inputs[numberOfFolds], 1), min(max(inputs[foldShadowAmount], 0), 1))
    guard folds <= 1e4, inputs[bottomHeight].isFinite else {
      throw .invalidArgument(
        "CIAccordionFoldTransition: inputNumberOfFolds must be at most 10000, inputBottomHeight finite")
    }
    let bottom = min(rect.min.y + Double(max(inputs[bottomHeight], 0)), rect.max.y)
    return Node.gathered(
      [source, target], by: formula, SIMD4(Float(bottom), Float(rect.max.y), 1 - time, folds), shade)
  }

  /// What lies above the bottom part is 1 - time as high as it was, in `folds` pleats of two sides each, of which every
  /// second one is darker by shade · time; over the target. The bottom part fades over to the target's. `fold`: where
  /// pleats begin and where they ended at first, the height that is left of 1, and how many. Premultiplied, linear
  /// light.
  /// Shader: Transition/AccordionFoldTransition.glsl
  ///
  /// Source: our own; Core Image's is not public.
  package static let formula = RegionFormula(
    "accordionFold", inputs: 2,
    taps: { (_: SIMD4<Float>, _: Float) in 4 },
    region: { (input, output, fold: SIMD4<Float>, _: Float) in
      guard input == 0 else { return output }
      func unfolded(_ y: Double) -> Double {
        y <= Double(fold.x) ? y : Double(fold.x) + (y - Double(fold.x)) / Double(fold.z)
      }
      let low = min(unfolded(output.min.y), Double(fold.y))
      let high = min(unfolded(output.max.y), Double(fold.y))
      return output.union(UserRect([output.min.x, low], [output.max.x, max(high, low)])).outset(by: 1)
    },
    extent: { (inputs, _: SIMD4<Float>, _: Float) in inputs[0].union(inputs[1]) },
    reference: { (read, at, fold: SIMD4<Float>, shade: Float) in
      let target = read(1, at)
      guard at.y > fold.x else {
        let source = read(0, at)
        return target + (source - target) * fold.z
      }
      let up = (at.y - fold.x) / fold.z
      guard up < fold.y - fold.x else { return target }
      let side = up / max(fold.y - fold.x, 1e-3) * fold.w
      let light = side - side.rounded(.down) < 0.5 ? 1 : 1 - shade * (1 - fold.z)
      let source = RegionFormula.mixed(read, 0, [at.x, fold.x + up])
      return SIMD4(source.x * light, source.y * light, source.z * light, source.w) + target * (1 - source.w)
    })
}
