import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing
import VulkanEngine

/// The cost rules of devices, and their effects on plans.
@Suite struct CostRulesTests {
  @Test func everyKindOfDeviceHasRules() {
    #expect(CostRules(for: .cpu) == CostRules())
    #expect(DeviceInfo.Kind.cpu.costs == .cpu && DeviceInfo.Kind.discrete.costs == .discrete)
    #expect(DeviceInfo.Kind.integrated.costs == .integrated && DeviceInfo.Kind.other.costs == .integrated)
    #expect(DeviceInfo.Kind.virtual.costs == .discrete)
  }

  /// A step that is cheap compared with memory is computed at each read; an expensive one is stored.
  @Test func aStepWithSeveralReadsIsStoredIfArithmeticIsExpensive() throws {
    let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
    let box = RegionFormula(
      "box", taps: { (radius: Int32) in Double(2 * radius + 1) },
      region: { (output, radius: Int32) in output.outset(by: [Double(radius), 0]) },
      extent: { (input, radius: Int32) in input.outset(by: [Double(radius), 0]) },
      reference: { (read, at, radius: Int32) in read(0, at) })
    var node = TestImage.chart
    for step in 1...3 { node = node.mapped(by: gain, Float(step)) }
    let blurred = node.gathered(by: box, Int32(1))
    func dispatches(formula: Double) throws -> Int {
      var rules = CostRules()
      rules.formula = formula
      let region = UserRect(x: 0, y: 0, width: 64, height: 48)
      return try makeSchedule(blurred, ScheduleTarget(region, as: .rgbaHalf), rules: rules).dispatches.count
    }
    #expect(try dispatches(formula: 3) == 2)
    #expect(try dispatches(formula: 0.2) == 1)
  }

  /// Counts in group memory, if that is large enough, and in ranges of rows and columns.
  @Test(.enabled(if: Backend.vulkanContext != nil), arguments: [1, 7, 256, 257, 1000])
  func groupedCountsAgree(bins: Int) throws {
    let counted = UserRect(x: 3, y: 2, width: 131, height: 75)
    let histogram = Node(.histogram(counted, bins: bins), [TestImage.noise(140, 90, seed: 5)])
    func counts(rows: Int) throws -> [Float] {
      var options = VulkanContext.Options()
      (options.pipelineDirectory, options.rules) = (nil, CostRules())
      options.rules?.histogramRows = rows
      let context = try VulkanContext(options)
      let target = ScheduleTarget(UserRect(x: 0, y: 0, width: Double(bins), height: 1), as: .rgbaFloat)
      var counts: [Float] = []
      try context.run(makeSchedule(histogram, target, rules: context.rules)) { rows, _ in
        counts = (0..<4 * bins).map { rows.load(fromByteOffset: $0 * 4, as: Float.self) }
      }
      return counts
    }
    let single = try counts(rows: 1)
    #expect(try counts(rows: 32) == single)
    for component in 0..<4 {
      #expect(stride(from: component, to: 4 * bins, by: 4).reduce(0) { $0 + single[$1] } == Float(131 * 75))
    }
  }

  @Test(.enabled(if: Backend.vulkanContext != nil), arguments: [16, 32, 128])
  func groupsOfAnyWidthGiveTheSamePixels(_ width: Int) throws {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.rules = CostRules()
    options.rules?.groupWidth = width
    let context = try VulkanContext(options)
    let region = UserRect(x: -3, y: -2, width: 301, height: 50)
    let recipe = try optimized(TestImage.noise(290, 44, seed: 3), options: PassOptions(outputSpace: .sRGB))
    let schedule = try makeSchedule(recipe, ScheduleTarget(region, as: .rgba8))
    func rows(_ context: VulkanContext) throws -> [UInt8] {
      var result: [UInt8] = []
      try context.run(schedule) { rows, rowBytes in
        for y in 0..<50 { result += rows[y * rowBytes..<y * rowBytes + 1204] }
      }
      return result
    }
    let areEqual = try rows(context) == rows(Backend.vulkanContext!)
    #expect(areEqual)
  }
}
