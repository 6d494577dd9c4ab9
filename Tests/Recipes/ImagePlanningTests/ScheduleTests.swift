import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing

/// Fusion is counted, not hoped for.
@Suite struct ScheduleTests {
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
  private static let add = ColorFormula(blend: "add") { (a, b) in a + b }
  private static func blur(_ radius: Int32) -> (Node) -> Node {
    { $0.gathered(by: box, radius) }
  }
  private static let box = RegionFormula(
    "box", taps: { (radius: Int32) in Double(2 * radius + 1) },
    region: { (output, radius: Int32) in output.outset(by: [Double(radius), 0]) },
    extent: { (input, radius: Int32) in input.outset(by: [Double(radius), 0]) },
    reference: { (read, at, radius: Int32) in read(0, at) })

  private let frame = UserRect(x: 0, y: 0, width: 64, height: 48)

  private func schedule(_ node: Node, rules: CostRules = CostRules()) throws -> Schedule {
    try makeSchedule(node, ScheduleTarget(frame, as: .rgbaHalf), rules: rules)
  }

  @Test func eightColorStepsAreOneDispatchOfFourPixelsAnInvocation() throws {
    var node = TestImage.chart
    for step in 1...8 { node = node.mapped(by: Self.gain, Float(step)) }
    let schedule = try schedule(node)
    #expect(schedule.dispatches.count == 1)
    #expect(schedule.dispatches[0].program.pixelsPerInvocation == 4)
    #expect(schedule.images.count == 2)
  }

  @Test func aSliderChangesNoProgram() throws {
    let a = try schedule(TestImage.chart.mapped(by: Self.gain, Float(2)))
    let b = try schedule(TestImage.chart.mapped(by: Self.gain, Float(7)))
    #expect(a.dispatches[0].program == b.dispatches[0].program)
    #expect(a.dispatches[0].arguments != b.dispatches[0].arguments)
  }

  @Test func anotherImageChangesNoProgram() throws {
    let a = try schedule(TestImage.noise(64, 48, seed: 1).mapped(by: Self.gain, Float(2)))
    let b = try schedule(TestImage.noise(64, 48, seed: 2).mapped(by: Self.gain, Float(2)))
    #expect(a.dispatches[0].program == b.dispatches[0].program)
  }

  @Test func switchedOffFusionStoresEveryStep() throws {
    var node = TestImage.chart
    for step in 1...8 { node = node.mapped(by: Self.gain, Float(step)) }
    var rules = CostRules()
    rules.neverFuses = true
    #expect(try schedule(node, rules: rules).dispatches.count == 8)
  }

  @Test func aLongNeighbourhoodReadsAStoredImageAShortOneComputesInPlace() throws {
    let chain = (1...4).reduce(TestImage.chart) { node, step in node.mapped(by: Self.gain, Float(step)) }
    #expect(try schedule(Self.blur(20)(chain)).dispatches.count == 2)
    #expect(try schedule(Self.blur(0)(chain)).dispatches.count == 1)
  }

  @Test func whatTwoStepsReadAtTheSamePixelIsComputedOnce() throws {
    let bright = TestImage.chart.mapped(by: Self.gain, Float(2))
    let sum = Node.combined([bright, bright.mapped(by: Self.gain, Float(3))], by: Self.add, extent: .union)
    let calls = try schedule(sum).dispatches[0].program.blocks[0].instructions.filter {
      if case .call = $0 { true } else { false }
    }
    #expect(calls.count == 3)
  }

  @Test func aStepByWholePixelsNeverResamples() throws {
    let moved = TestImage.chart.transformed(by: .translation(5, -3))!.mapped(by: Self.gain, Float(2))
    let program = try schedule(moved).dispatches[0].program
    #expect(program.blocks.count == 1)
    #expect(program.pixelsPerInvocation == 4)
  }

  @Test func aChainBeyondTheLimitsIsCutIntoPrograms() throws {
    let long = (1...2000).reduce(TestImage.chart) { node, step in node.mapped(by: Self.gain, Float(step)) }
    let schedule = try schedule(long)
    let rules = CostRules()
    #expect(schedule.dispatches.count > 10)
    for dispatch in schedule.dispatches {
      #expect(dispatch.program.slotCount <= rules.programSlots)
      #expect(dispatch.arguments.count == dispatch.program.slotCount)
    }
  }

  @Test func blocksCallOnlyBlocksOfHigherIndex() throws {
    let turned = TestImage.chart.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 3, ty: 4))!
    let twice = Node.combined(
      [turned.mapped(by: Self.gain, Float(2)), Self.blur(1)(turned)], by: Self.add, extent: .union)
    for dispatch in try schedule(twice).dispatches {
      for (index, block) in dispatch.program.blocks.enumerated() {
        for case .bilinear(let reader, _) in block.instructions { #expect(reader > index) }
        for case .gather(_, _, let readers) in block.instructions { #expect(readers.allSatisfy { $0 > index }) }
      }
    }
  }

  @Test func aProgramPrintsAsAFewLines() throws {
    let recipe = TestImage.chart.mapped(by: Self.gain, Float(2)).mapped(by: Self.gain, Float(3))
    let program = try makeSchedule(recipe, ScheduleTarget(frame, as: .rgba8)).dispatches[0].program
    #expect(
      program.description == """
        program  4 pixels an invocation
          inputs 0 packed rgbaf
        main
          %2 = fetch input0 at
          %4 = call gain(vf4;f1; %2 live[2]
          %6 = call gain(vf4;f1; %4 live[3]
        store rgba8
        """)
  }
}
