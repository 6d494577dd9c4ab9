import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing

/// Simplifications by values of parameters and by inputs of one colour: identities, invisible branches, constants.
@Suite struct ValueTests {
  private static let source = TestImage.noise(40, 30, seed: 5)
  private var source: Node { Self.source }
  private let other = TestImage.smooth(20, 44)
  private let frame = UserRect(x: -4, y: -4, width: 52, height: 52)

  private func filtered(_ name: String, _ values: [String: InputValue]) throws -> Node {
    let filter = try #require(Catalogue.filter(named: name))
    return try #require(try filter.image(from: values.merging(["inputImage": .image(source)]) { given, _ in given }))
  }

  private func optimized(_ node: Node) throws -> Node { try ImagePasses.optimized(node, options: PassOptions()) }

  private func constant(_ color: SIMD4<Float>, _ extent: Extent = .infinite) -> Node {
    .generated(by: .constant, color, extent: extent)
  }

  private func expectSamePixels(_ node: Node, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let after = try optimized(node)
    #expect(after.extent == node.extent, sourceLocation: sourceLocation)
    expect(
      try Backend.optimizedReference.render(node, frame), equals: try renderReference(node, frame), within: .float,
      "\(node)", sourceLocation: sourceLocation)
  }

  // MARK: - Identities

  private static let identities: [(String, [String: InputValue])] = [
    ("CIExposureAdjust", ["inputEV": .number(0)]), ("CIGammaAdjust", ["inputPower": .number(1)]),
    ("CIHueAdjust", ["inputAngle": .number(0)]), ("CIColorMatrix", [:]), ("CIColorPolynomial", [:]),
    ("CIColorControls", ["inputSaturation": .number(1), "inputBrightness": .number(0), "inputContrast": .number(1)]),
    ("CIVibrance", ["inputAmount": .number(0)]), ("CISepiaTone", ["inputIntensity": .number(0)]),
    ("CIColorMonochrome", ["inputIntensity": .number(0)]), ("CIToneCurve", ["inputExtrapolate": .bool(true)]),
    ("CIGaussianBlur", ["inputRadius": .number(0)]), ("CIBoxBlur", ["inputRadius": .number(1)]),
    ("CIMotionBlur", ["inputRadius": .number(0)]), ("CIUnsharpMask", ["inputIntensity": .number(0)]),
    ("CISharpenLuminance", ["inputSharpness": .number(0)]),
    ("CIBloom", ["inputIntensity": .number(0), "inputRadius": .number(0)]),
    ("CIAffineTransform", ["inputTransform": .transform(.identity)]), ("CICrop", [:]),
    ("CILanczosScaleTransform", [:]),
    ("CITwirlDistortion", ["inputCenter": .vector([20, 15]), "inputRadius": .number(10), "inputAngle": .number(0)]),
    ("CIPinchDistortion", ["inputCenter": .vector([20, 15]), "inputRadius": .number(10), "inputScale": .number(0)]),
    (
      "CIDissolveTransition",
      [
        "inputTargetImage": .image(source.cropped(to: UserRect(x: 3, y: 3, width: 9, height: 9))),
        "inputTime": .number(0),
      ]
    ),
  ]

  @Test(arguments: identities.indices) func aFilterAtItsIdentityVanishes(index: Int) throws {
    let (name, values) = Self.identities[index]
    let recipe = try filtered(name, values)
    #expect(try optimized(recipe) == source, "\(name)")
    try expectSamePixels(recipe)
  }

  @Test func anIdentityThatReachesFurtherKeepsItsExtent() throws {
    for recipe in [
      try filtered("CIBloom", ["inputIntensity": .number(0)]),
      try filtered(
        "CITwirlDistortion", ["inputCenter": .vector([0, 0]), "inputRadius": .number(20), "inputAngle": .number(0)]),
    ] {
      let after = try optimized(recipe)
      #expect(after == source.withExtent(recipe.extent))
      #expect(after.op != source.op)
      let schedule = try makeSchedule(after, ScheduleTarget(frame, as: .rgbaHalf))
      #expect(schedule.dispatches.count == 1)
      #expect(!schedule.description.contains("call"))
      try expectSamePixels(recipe)
      // Where the rest is cut away, nothing is left of the step.
      let part = UserRect(x: 3, y: 2, width: 9, height: 8)
      #expect(try optimized(recipe.cropped(to: part)) == source.cropped(to: part))
    }
  }

  @Test func aSliderThatStaysOffItsIdentityCompilesNothing() throws {
    func programs(_ ev: Double, _ intensity: Double) throws -> [Program] {
      let exposed = try filtered("CIExposureAdjust", ["inputEV": .number(ev)])
      let recipe = try filtered("CIBloom", ["inputImage": .image(exposed), "inputIntensity": .number(intensity)])
      return try makeSchedule(optimized(recipe), ScheduleTarget(frame, as: .rgbaHalf)).dispatches.map(\.program)
    }
    #expect(try programs(0.5, 0.5) == programs(-2, 1))
    #expect(try programs(0.5, 0.5) != programs(0, 0.5))
  }

  @Test func slidersThatUndoEachOtherAreNoIdentity() throws {
    func exposed(_ image: Node, _ gain: Float) -> Node { image.mapped(by: ExposureAdjust.formula, gain) }
    #expect(try optimized(exposed(exposed(source, 2), 0.5)) == exposed(source, 1))
  }

  // MARK: - Branches

  @Test func branchesBehindConstantsVanish() throws {
    let background = InputValue.image(other)
    let (clear, white, half) = (constant(.zero), constant(.one), constant([0.5, 0.5, 0.5, 0.5]))
    func masked(_ mask: Node) throws -> Node {
      try filtered("CIBlendWithMask", ["inputBackgroundImage": background, "inputMaskImage": .image(mask)])
    }
    func composed(_ name: String, _ front: Node, _ back: Node) throws -> Node {
      try filtered(name, ["inputImage": .image(front), "inputBackgroundImage": .image(back)])
    }
    let both = source.extent.union(other.extent)
    let cases: [(recipe: Node, after: Node)] = [
      (try masked(white), source.withExtent(both)), (try masked(clear), other.withExtent(both)),
      (try masked(constant([1, 0, 1, 1])), other.withExtent(both)),
      (try masked(white.cropped(to: frame)), source.withExtent(both)),
      (try filtered("CIBlendWithMask", ["inputMaskImage": .image(white)]), source),
      (try composed("CISourceOverCompositing", source, .empty), source),
      (try composed("CISourceOverCompositing", .empty, source), source),
      (try composed("CISourceOverCompositing", clear, source), source.withExtent(.infinite)),
      (try composed("CISourceOverCompositing", white, source), white),
      (try composed("CISourceInCompositing", source, white), source),
      (try composed("CIMultiplyBlendMode", source, .empty), source),
      (try composed("CIScreenBlendMode", .empty, source), source),
      (
        try filtered("CIDissolveTransition", ["inputTargetImage": background, "inputTime": .number(1)]),
        other.withExtent(both)
      ),
      (
        try filtered(
          "CIMaskedVariableBlur", ["inputMask": .image(constant([0, 0, 0, 1])), "inputRadius": .number(2)]),
        source.withExtent(
          try filtered("CIMaskedVariableBlur", ["inputMask": .image(half), "inputRadius": .number(2)]).extent)
      ),
    ]
    for (recipe, after) in cases {
      #expect(try optimized(recipe) == after, "\(recipe)")
      try expectSamePixels(recipe)
    }
    // Neither all of the one nor all of the other.
    for recipe in [
      try masked(half), try masked(white.cropped(to: UserRect(x: 0, y: 0, width: 9, height: 9))),
      try composed("CISourceOverCompositing", half, source), try composed("CIMultiplyBlendMode", source, white),
    ] {
      #expect(try optimized(recipe).topological.count >= 3, "\(recipe)")
      try expectSamePixels(recipe)
    }
  }

  /// Every operation of an empty image with an image gives that image, or an empty one.
  @Test(arguments: Catalogue.all.filter { $0.categories.contains(.compositeOperation) }.map(\.name))
  func compositesWithNothing(name: String) throws {
    let nothing = constant(.zero)
    for (front, back) in [(source, nothing), (nothing, source), (source, .empty), (.empty, source)] {
      let recipe = try filtered(name, ["inputImage": .image(front), "inputBackgroundImage": .image(back)])
      if recipe.extent != .empty { try expectSamePixels(recipe) }
      let isBlend = name.hasSuffix("BlendMode") || name.contains("Over") || name.contains("Addition")
      if isBlend { #expect(try optimized(recipe) == source.withExtent(recipe.extent), "\(recipe)") }
    }
  }

  // MARK: - Constants

  @Test func constantsMakeConstants() throws {
    let color: SIMD4<Float> = [0.25, 0.5, 0.125, 0.5]
    let image = constant(color)
    let (part, turn) = (
      UserRect(x: 3, y: 2, width: 20, height: 10), AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 9, ty: 2)
    )
    let recipes: [(Node, Extent)] = [
      (image.mapped(by: GammaAdjust.formula, Float(0.8)).mapped(by: ColorInvert.formula), .infinite),
      (image.cropped(to: part), .finite(part)),
      (
        image.cropped(to: part).mapped(by: ColorInvert.formula).transformed(by: .translation(2, 3))!,
        .finite(part.offset(by: [2, 3]))
      ),
      (image.cropped(to: part).clampedToExtent.mapped(by: ColorInvert.formula), .infinite),
      (image.transformed(by: turn)!.mapped(by: ColorInvert.formula), .infinite),
      (image.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), .infinite),
      (image.warped(by: TwirlDistortion.formula, SIMD2<Float>(9, 9), Float(5), Float(2)), .infinite),
      (Node.combined([image, constant([0.5, 0, 0, 1])], by: MultiplyBlendMode.formula, extent: .union), .infinite),
      (
        Node.combined(
          [image.cropped(to: part), constant([0.5, 0, 0, 1])], by: SourceInCompositing.formula, extent: .intersection),
        .finite(part)
      ),
    ]
    for (recipe, extent) in recipes {
      let after = try optimized(recipe)
      #expect(after.color(over: extent) != nil && after.extent == extent, "\(recipe)\nbecame\n\(after)")
      try expectSamePixels(recipe)
    }
  }

  @Test func whereAConstantEndsNothingFolds() throws {
    let patch = constant([0.25, 0.5, 0.125, 0.5]).cropped(to: UserRect(x: 3, y: 2, width: 20, height: 10))
    for recipe in [
      patch.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), patch.transformed(by: .scale(1.5, 1.5))!,
      patch.clamped(to: UserRect(x: 0, y: 0, width: 9, height: 9)),
      Node.combined([patch, constant([0.5, 0, 0, 1])], by: MultiplyBlendMode.formula, extent: .union),
      Node.generated(
        by: RadialGradient.formula, SIMD4<Float>.one, SIMD4<Float>(0, 0, 0, 1), SIMD2<Float>(9, 9), Float(2), Float(0.1)
      ),
    ] {
      #expect(try optimized(recipe).color(over: recipe.extent) == nil, "\(recipe)")
      try expectSamePixels(recipe)
    }
  }

  @Test func aConstantsColorIsASliderToo() throws {
    func program(_ color: SIMD4<Float>) throws -> Program {
      let recipe = Node.combined(
        [constant(color).mapped(by: GammaAdjust.formula, Float(0.8)), source], by: SourceOverCompositing.formula,
        extent: .last)
      return try makeSchedule(optimized(recipe), ScheduleTarget(frame, as: .rgbaHalf)).dispatches[0].program
    }
    #expect(try program([0.2, 0.1, 0, 0.5]) == program([0.1, 0.3, 0.3, 0.75]))
  }
}
