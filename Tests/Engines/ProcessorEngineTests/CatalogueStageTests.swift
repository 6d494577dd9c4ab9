import CompiledShaders
import ImageFilters
import ImageGraph
import ImageSPIRV
import ProcessorEngine
import RandomNumbers
import StageCompiler
import Testing

/// Every formula of the catalogue has a stage that agrees with the Swift twin.
@Suite struct CatalogueStageTests {
  private static let formulas = Catalogue.all.flatMap(\.formulas)
  private let tests = Dictionary(StageCase.all.map { ($0.signature.name, $0) }, uniquingKeysWith: { a, _ in a })

  /// A formula with one image names its pixel `color`. A formula with several images has other names (CONTRIBUTING.md).
  @Test func everyFormulaHasAStageWithItsPlanes() throws {
    let stages = try Stages.shared()
    for formula in Self.formulas {
      switch formula {
      case .color(let formula):
        let code = try #require(stages[formula.mangledName], "there is no stage \(formula.mangledName)")
        #expect(code.colorCount == formula.inputCount, "\(formula.mangledName)")
        #expect(code.takesPoint == formula.takesPosition, "\(formula.mangledName)")
        #expect(code.resultCount == 4, "\(formula.mangledName)")
      case .region(let formula):
        let code = try #require(stages[formula.mangledName], "there is no stage \(formula.mangledName)")
        #expect(code.takesPoint && code.colorCount == 0 && code.readerCount <= formula.inputCount)
        // An axis may also be an ordinary argument.
        #expect(code.horizontal != nil || !formula.kinds.contains(.axis), "\(formula.mangledName)")
      case .warp(let formula):
        let code = try #require(stages[formula.mangledName], "there is no stage \(formula.mangledName)")
        #expect(code.takesPoint && code.resultCount == 2)
      }
    }
  }

  /// The tolerance between a stage and the twin. Both compute in floats in the same order, except for rounding
  /// differences of compilers and polynomials.
  private static let tolerance: Float = 1e-5
  /// Larger tolerances: for products of cube roots, which the twin computes with `pow`, and for differences of sines.
  private static let tolerances: [String: Float] = [
    "labFromRGB(vf4;vf3;vf3;vf3;vf3;vf3;": 1e-4, "labDeltaE(vf4;vf4;vf3;vf3;vf3;": 1e-4,
    "triangleKaleidoscopeFade(vf4;vf2;vf2;vf2;f1;f1;": 1e-4,
  ]

  /// Includes conversions, blends and all other functions, and the functions that they call.
  @Test(arguments: StageCase.all.map(\.signature.name).sorted())
  func theInterpreterAgreesWithEveryStage(_ name: String) throws {
    let stages = try Stages.shared()
    let (test, code) = (try #require(tests[name]), try #require(stages[name]))
    var random = SplitMix(seed: 19)
    var arguments = StageArguments.random(test, count: 64, hostile: 0, &random)
    if code.readerCount > 0 {
      arguments.uniforms = arguments.uniforms.map { Float(bitPattern: $0) >= 0.1 ? Float(1).bitPattern : $0 }
    }
    let stage = StageRun(test: test, code: code, lanes: stages.lanes).results(arguments)
    let actual = try interpreted(test, arguments)
    #expect(actual.count == stage.count)
    for pixel in 0..<arguments.count {
      for component in stage.indices {
        let (a, b) = (actual[component][pixel], stage[component][pixel])
        let isNear = (a - b).magnitude <= (Self.tolerances[name] ?? Self.tolerance) * max(1, b.magnitude)
        #expect(
          a == b || a.isNaN && b.isNaN || isNear, "\(name): \(a), not \(b)\n\(arguments.described(pixel))")
      }
    }
  }

  /// Includes helper functions: each can be interpreted separately.
  @Test func everyFunctionIsInterpreted() throws {
    #expect(Self.library.functionNames.count > StageCase.all.count)
    var refused: [String] = []
    for name in Self.library.functionNames {
      do { _ = try KernelInterpreter(Self.library, function: name) } catch {
        // Two shaders may have helpers with the same name.
        if !"\(error)".contains("different shader functions") { refused.append("\(name): \(error)") }
      }
    }
    #expect(refused.isEmpty, "\(refused)")
  }

  /// The twin does not use the PQ parameters in its arguments, which are random here.
  private static let incomparable: Set = ["toneMapHeadroom(vf4;vf4;f1;vf3;"]

  @Test(arguments: Set(Self.formulas.map(\.mangledName)).subtracting(Self.incomparable).sorted())
  func twinsAgree(_ name: String) throws {
    let stages = try Stages.shared()
    let formula = try #require(Self.formulas.first { $0.mangledName == name })
    let test = try #require(tests[formula.mangledName])
    let code = try #require(stages[formula.mangledName])
    var random = SplitMix(seed: 7)
    var arguments = StageArguments.random(test, count: 64, hostile: 0, &random)
    // Radii, which are integers.
    if case .region = formula {
      arguments.uniforms = arguments.uniforms.map { Float(bitPattern: $0) >= 0.1 ? Float(1).bitPattern : $0 }
    }
    let run = StageRun(test: test, code: code, lanes: stages.lanes)
    compare(name, formula, arguments, run.results(arguments), by: "the stage")
    // The interpreter of apps' kernels is a third implementation.
    compare(name, formula, arguments, try interpreted(test, arguments), by: "the interpreter")
  }

  private static let library = try! ShaderLibrary(CompiledShaders.modules.map { ($0.name, $0.words) })

  /// Returns the results of the interpreter of apps' kernels, by component.
  private func interpreted(_ test: StageCase, _ arguments: StageArguments) throws -> [[Float]] {
    let interpreter = try KernelInterpreter(Self.library, function: test.signature.name)
    let machine = interpreter.machine()
    var (planes, uniforms) = (arguments.planes[...], arguments.uniforms[...])
    for (index, parameter) in test.signature.parameters.enumerated() {
      let count = interpreter.parameterCounts[index]
      switch parameter {
      case .color, .point:
        for component in 0..<count {
          let plane = planes.removeFirst()
          for pixel in plane.indices { machine.argument(index, component: component)[pixel] = plane[pixel] }
        }
      case .axis, .argument:
        machine.setArgument(index, Array(uniforms.prefix(count)))
        uniforms.removeFirst(count)
      }
    }
    try machine.compute(pixels: arguments.count) { input, at throws(RenderError) in
      SmoothInputs.color(input, at.x, at.y)
    }
    return (0..<interpreter.resultCount).map { Array(machine.result(component: $0).prefix(arguments.count)) }
  }

  private func compare(
    _ name: String, _ formula: AnyFormula, _ arguments: StageArguments, _ actual: [[Float]], by implementation: String
  ) {
    var worst: (pixel: Int, error: Float) = (0, 0)
    var outliers = 0
    for pixel in 0..<arguments.count {
      let expected = formula.twin(arguments, pixel: pixel)
      let error = expected.indices.map { component -> Float in
        let (a, b) = (actual[component][pixel], expected[component])
        if a == b || a.isNaN && b.isNaN { return 0 }
        let error = (a - b).magnitude / max(1, b.magnitude)
        return error.isNaN ? .infinity : error
      }.max()!
      if error > worst.error { worst = (pixel, error) }
      if error > Self.tolerances[name] ?? Self.tolerance { outliers += 1 }
    }
    #expect(
      outliers == 0,
      "\(name) by \(implementation): \(outliers) of 64, up to \(worst.error)\n\(arguments.described(worst.pixel))")
  }
}

extension AnyFormula {
  fileprivate var kinds: [Argument.Kind] {
    switch self {
    case .color(let formula): formula.kinds
    case .warp(let formula): formula.kinds
    case .region(let formula): formula.kinds
    }
  }

  /// Returns the result of the Swift twin for a pixel.
  fileprivate func twin(_ arguments: StageArguments, pixel: Int) -> [Float] {
    var uniforms = arguments.uniforms[...]
    func float() -> Float { Float(bitPattern: uniforms.removeFirst()) }
    let values = kinds.map { kind -> Argument in
      switch kind {
      case .float: return .float(float())
      case .float2: return .float2([float(), float()])
      case .float3: return .float3([float(), float(), float()])
      case .float4: return .float4([float(), float(), float(), float()])
      case .int: return .int(Int32(bitPattern: uniforms.removeFirst()))
      case .axis:
        uniforms.removeFirst(2)
        return .axis(.horizontal)
      }
    }
    let planes = arguments.planes.map { $0[pixel] }
    let at = SIMD2<Float>(planes.suffix(2).first!, planes.last!)
    let point = Point(Lane(repeating: at.x), Lane(repeating: at.y))
    switch self {
    case .color(let formula):
      let colors = (0..<formula.inputCount).map {
        Color(repeating: SIMD4(planes[4 * $0], planes[4 * $0 + 1], planes[4 * $0 + 2], planes[4 * $0 + 3]))
      }
      let color = formula.body(values)(colors, point)[0]
      return (0..<4).map { color[$0] }
    case .warp(let formula):
      let to = formula.body(values)(point)[0]
      return [to.x, to.y]
    case .region(let formula):
      let color = formula.body(values)({ SmoothInputs.color($0, $1.x, $1.y) }, at)
      return (0..<4).map { color[$0] }
    }
  }
}
