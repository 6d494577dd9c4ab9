import CStages
import Foundation
import ImageGraph
import ProcessorEngine
import RandomNumbers
import StageCompiler
import Testing

/// Every stage in every form on every level, compared with an interpreter of its SPIR-V.
@Suite struct StageAgreementTests {
  /// Tolerances for functions such as sine, which stages compute as polynomials, so that all processors agree.
  private static let absolute: Float = 2e-5
  private static let relative: Float = 1e-4
  /// A tolerance for differences of cube roots times 500.
  private static let absoluteOfLab: Float = 2e-4

  @Test(arguments: ProcessorLevel.supported)
  func everyStageAgreesWithItsFunction(_ level: ProcessorLevel) throws {
    try compare(level, .general, count: 48, hostile: 16)
  }

  @Test(arguments: ProcessorLevel.supported)
  func formsForOpaqueColorsAgree(_ level: ProcessorLevel) throws {
    try compare(level, .opaque, count: 40, hostile: 8) { arguments, test, _ in
      for color in 0..<test.signature.colorCount {
        for pixel in 0..<arguments.count { arguments.planes[color * 4 + 3][pixel] = 1 }
      }
    }
  }

  @Test(arguments: ProcessorLevel.supported, [StageForm.horizontal, .vertical, .row])
  func rowFormsAgree(_ level: ProcessorLevel, _ form: StageForm) throws {
    // More than the widest loops compute at once.
    try compare(level, form, count: 75, hostile: 0) { arguments, _, random in
      // Positions inside and outside of the image, including negative columns.
      let (x, y) = (
        Float(Int32.random(in: -60...20, using: &random)) + 0.5, Float(Int32.random(in: -60...60, using: &random)) + 0.5
      )
      arguments.planes = [(0..<arguments.count).map { x + Float($0) }, Array(repeating: y, count: arguments.count)]
      if let axis = form.axis { arguments.uniforms.replaceSubrange(0..<2, with: axis.map(\.bitPattern)) }
    }
  }

  /// Includes functions without an exact result, and values outside of the range of images.
  @Test(arguments: ProcessorLevel.supported.dropFirst())
  func levelsGiveTheSameBits(_ level: ProcessorLevel) throws {
    let (first, second) = (try Stages.tested(ProcessorLevel.supported[0]), try Stages.tested(level))
    var random = SplitMix(seed: 11)
    for test in StageCase.all {
      guard let a = first[test.signature.name], let b = second[test.signature.name] else { continue }
      let arguments = StageArguments.random(test, count: 48, hostile: 24, &random)
      let one = StageRun(test: test, code: a, lanes: first.lanes).results(arguments)
      let other = StageRun(test: test, code: b, lanes: second.lanes).results(arguments)
      for (x, y) in zip(one.joined(), other.joined()) where x.bitPattern != y.bitPattern && !(x.isNaN && y.isNaN) {
        Issue.record("\(test.signature.name) gives \(x) on \(first.level) and \(y) on \(level)")
        break
      }
    }
  }

  /// With rows that have only the declared reach, a row form has the same bits, so it reads nothing else.
  @Test(arguments: ProcessorLevel.supported, [StageForm.horizontal, .vertical, .row])
  func rowFormsReadTheirReach(_ level: ProcessorLevel, _ form: StageForm) throws {
    let stages = try Stages.tested(level)
    var random = SplitMix(seed: 5)
    for test in StageCase.all {
      let axis: Axis? = form == .horizontal ? .horizontal : form == .vertical ? .vertical : nil
      guard let code = stages[test.signature.name], code.rowForm(along: axis) != nil else { continue }
      let arguments = StageArguments.random(test, count: 75, hostile: 0, &random)
      let run = StageRun(test: test, code: code, lanes: stages.lanes)
      let (whole, narrow) = (
        run.results(arguments, form: form), run.results(arguments, form: form, isNarrow: true)
      )
      let isSame = zip(whole, narrow).allSatisfy { zip($0, $1).allSatisfy { $0.bitPattern == $1.bitPattern } }
      #expect(isSame, "\(test.signature.name) as \(form) on \(level)")
    }
  }

  /// So the reach of a wide range can be found from its first and last pixel.
  @Test(arguments: [StageForm.horizontal, .vertical])
  func reachIsBoundedByTheEndsOfARange(_ form: StageForm) throws {
    let stages = try Stages.tested(ProcessorLevel.supported[0])
    var random = SplitMix(seed: 17)
    var compared = 0
    for test in StageCase.all {
      guard let code = stages[test.signature.name],
        let rowForm = code.rowForm(along: form == .horizontal ? .horizontal : .vertical)
      else { continue }
      #expect(rowForm.isMonotonic)
      for count in [2, 17, 333] {
        let arguments = StageArguments.random(test, count: 1, hostile: 0, &random)
        let x = Float(Int32.random(in: -60...20, using: &random)) + 0.5
        let all = code.reach(rowForm, arguments.uniforms, x: x, count: count)
        let ends = [x, x + Float(count - 1)].map { code.reach(rowForm, arguments.uniforms, x: $0, count: 1) }
        for (reader, reach) in all.enumerated()
        where reach.bottom <= reach.top && rowForm.looseReaders >> reader & 1 == 0 {
          let (left, right) = (ends.map { $0[reader].left }.min()!, ends.map { $0[reader].right }.max()!)
          #expect(left <= reach.left && right >= reach.right, "\(test.signature.name) as \(form)")
          compared += 1
        }
      }
    }
    #expect(compared > 40)
  }

  /// The values that the first row caches are those that the next row would compute.
  @Test(arguments: ProcessorLevel.supported)
  func columnCachesPreserveResults(_ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    var random = SplitMix(seed: 23)
    let floats = UnsafeMutableRawPointer.allocate(byteCount: 4 << 20, alignment: 64).assumingMemoryBound(to: Float.self)
    defer { floats.deallocate() }
    var names: [String] = []
    for test in StageCase.all {
      guard let code = stages[test.signature.name], let form = code.rowForm(along: .horizontal),
        form.hoistedVectors != (0, 0)
      else {
        continue
      }
      names.append(test.signature.name)
      let arguments = StageArguments.random(test, count: 75, hostile: 0, &random)
      let run = StageRun(test: test, code: code, lanes: stages.lanes)
      let plain = (0..<2).map { run.results(arguments, form: .horizontal, row: Float($0)) }
      func check(_ results: [[Float]], _ row: Int, _ label: String) {
        let isSame = zip(results, plain[row]).allSatisfy { zip($0, $1).allSatisfy { $0.bitPattern == $1.bitPattern } }
        #expect(isSame, "\(test.signature.name) on \(level): \(label)")
      }
      var columns = StageColumnCache(floats: floats, end: floats + (1 << 20), is_first: 1, used: 0)
      check(run.results(arguments, form: .horizontal, columns: &columns), 0, "the first row")
      #expect(columns.used > 0)
      columns.is_first = 0
      check(run.results(arguments, form: .horizontal, row: 1, columns: &columns), 1, "the second row")
      // If the capacity is too small, nothing is written after its end.
      let needed = Int(columns.used)
      var small = StageColumnCache(floats: floats, end: floats + needed - 1, is_first: 1, used: 0)
      floats[needed - 1] = 4711
      check(run.results(arguments, form: .horizontal, columns: &small), 0, "insufficient capacity")
      #expect(Int(small.used) == needed && floats[needed - 1] == 4711)
    }
    for pass in ["lanczosScaleTransformPass", "bicubicScaleTransformPass"] {
      #expect(names.contains { $0.hasPrefix(pass) }, "\(pass) has no column cache")
    }
  }

  /// The hoisted values of a call's first pixels are those that each pixel would compute. Includes calls that exceed
  /// the limit of hoisted values, and clamped reads.
  @Test(arguments: ProcessorLevel.supported, [StageForm.horizontal, .vertical, .row])
  func hoistedUniformsPreserveResults(_ level: ProcessorLevel, _ form: StageForm) throws {
    let stages = try Stages.tested(level)
    var random = SplitMix(seed: 29)
    var compared = 0
    for test in StageCase.all {
      let axis: Axis? = form == .horizontal ? .horizontal : form == .vertical ? .vertical : nil
      guard let code = stages[test.signature.name], code.rowForm(along: axis) != nil else { continue }
      let run = StageRun(test: test, code: code, lanes: stages.lanes)
      for (left, scale) in [(-30, 1), (-400, 1), (40, 1), (-30, 300)] as [(Float, Float)] {
        var together = StageArguments.random(test, count: 150, hostile: 0, &random)
        let y = together.planes[1][0]
        together.planes = [(0..<150).map { left + Float($0) + 0.5 }, Array(repeating: y, count: 150)]
        // Lanczos windows with two uniforms for each of 600 taps.
        let isLong = test.signature.name.hasPrefix("lanczosScaleTransformPass")
        if isLong, scale > 1 { together.uniforms[3] = scale.bitPattern }
        let all = run.results(together, form: form)
        for pixel in [0, 1, 31, 63, 64, 96, 128, 149] {
          var alone = together
          (alone.count, alone.planes) = (1, [[together.planes[0][pixel]], [y]])
          let one = run.results(alone, form: form)
          let isSame = zip(all, one).allSatisfy {
            $0[pixel].bitPattern == $1[0].bitPattern || ($0[pixel].isNaN && $1[0].isNaN)
          }
          #expect(isSame, "\(test.signature.name) as \(form) on \(level), pixel \(pixel) from \(left) on")
          compared += 1
        }
      }
    }
    #expect(compared > 300)
  }

  /// A form for opaque pixels has the colours of the form with alpha, whose alpha is approximately 1.
  @Test(arguments: ProcessorLevel.supported, [StageForm.opaqueHorizontal, .opaqueVertical])
  func meansOfOpaquePixelsAreOpaque(_ level: ProcessorLevel, _ form: StageForm) throws {
    let stages = try Stages.tested(level)
    var random = SplitMix(seed: 31)
    var compared = 0
    for test in StageCase.all {
      guard let code = stages[test.signature.name],
        (form == .opaqueHorizontal ? code.opaqueHorizontal : code.opaqueVertical) != nil
      else { continue }
      let run = StageRun(test: test, code: code, lanes: stages.lanes)
      for count in [1, 31, 150] {
        var arguments = StageArguments.random(test, count: count, hostile: 0, &random)
        // Box sizes are integers.
        if test.signature.name.hasPrefix("boxBlur") {
          let sizes = arguments.uniforms.dropFirst(2).map { Float(bitPattern: $0).magnitude.rounded(.up).bitPattern }
          arguments.uniforms.replaceSubrange(2..., with: sizes)
        }
        let own = run.results(arguments, form: form, image: TestRows.opaque)
        let all = run.results(
          arguments, form: form == .opaqueHorizontal ? .horizontal : .vertical, image: TestRows.opaque)
        let isSame = (0..<3).allSatisfy { component in
          zip(own[component], all[component]).allSatisfy { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
        }
        #expect(isSame, "\(test.signature.name) as \(form) on \(level)")
        #expect(own[3].allSatisfy { $0 == 1 }, "\(test.signature.name) as \(form) on \(level)")
        for alpha in all[3] where alpha.isFinite {
          #expect((alpha - 1).magnitude < 1e-4, "\(test.signature.name) as \(form): \(arguments.described(0))")
          compared += 1
        }
      }
    }
    #expect(compared > 1000)
  }

  private func compare(
    _ level: ProcessorLevel, _ form: StageForm, count: Int, hostile: Int,
    adjusted: (inout StageArguments, StageCase, inout SplitMix) -> Void = { _, _, _ in }
  ) throws {
    let stages = try Stages.tested(level)
    var random = SplitMix(seed: 11)
    var compared = 0
    for test in StageCase.all {
      let code = try #require(stages[test.signature.name], "there is no stage \(test.signature.name)")
      guard
        form == .general || form == .opaque && code.opaque != nil || form == .row && code.row != nil
          || form.axis != nil && code.horizontal != nil
      else { continue }
      var arguments = StageArguments.random(test, count: count, hostile: hostile, &random)
      adjusted(&arguments, test, &random)
      let run = StageRun(test: test, code: code, lanes: stages.lanes)
      let (expected, isExact) = try run.expected(arguments)
      let actual = run.results(arguments, form: form)
      let absolute = test.signature.name.hasPrefix("lab") ? Self.absoluteOfLab : Self.absolute
      if let difference = difference(actual, expected, isExact: isExact, ordinary: count - hostile, absolute) {
        Issue.record(
          "\(test.signature.name) as \(form) on \(level): \(difference)\n\(arguments.described(difference.pixel))")
      }
      compared += 1
    }
    #expect(compared > (form == .general ? 200 : 10))
  }

  private struct Difference: CustomStringConvertible {
    var pixel: Int
    var description: String
  }

  /// Returns the first difference: other bits, unless both values are NaN. If a function has no exact result, ordinary
  /// pixels are compared with a tolerance, and others are ignored.
  private func difference(
    _ actual: [[Float]], _ expected: [[Float]?], isExact: Bool, ordinary: Int, _ absolute: Float
  ) -> Difference? {
    for (pixel, expected) in expected.enumerated() {
      guard let expected, isExact || pixel < ordinary else { continue }
      for (component, exact) in expected.enumerated() {
        let value = actual[component][pixel]
        if value.bitPattern == exact.bitPattern || value.isNaN && exact.isNaN { continue }
        if !isExact, (value - exact).magnitude <= absolute + Self.relative * exact.magnitude { continue }
        return Difference(pixel: pixel, description: "pixel \(pixel), component \(component): \(value), not \(exact)")
      }
    }
    return nil
  }
}

extension StageCode {
  /// Returns the reach of contiguous pixels in each input.
  fileprivate func reach(_ form: RowForm, _ uniforms: [UInt32], x: Float, count: Int) -> [StageReach] {
    var call = StageCall()
    (call.count, call.x, call.y) = (Int32(count), x, 0.5)
    var reach = (0..<readerCount).map { _ in StageReach(bottom: .max, top: .min, left: .max, right: .min) }
    let own = uniforms.dropFirst(form.omittedUniforms).map { StageUniform(i: Int32(bitPattern: $0)) }
    own.withUnsafeBufferPointer { own in
      call.uniforms = own.baseAddress
      form.reach(&call, &reach)
    }
    return reach
  }
}

extension StageArguments {
  func described(_ pixel: Int) -> String {
    "of \(planes.map { $0[pixel] }) with \(uniforms.map { Float(bitPattern: $0) })"
  }
}
