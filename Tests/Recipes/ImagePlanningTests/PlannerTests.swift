import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// Plans for devices that are not here.
@Suite struct PlannerTests {
  private static let image = TestImage.noise(400, 300, seed: 1)
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
  private static let box = RegionFormula(
    "box", taps: { (radius: Int32) in Double(2 * radius + 1) },
    region: { (output, radius: Int32) in output.outset(by: [Double(radius), 0]) },
    extent: { (input, radius: Int32) in input.outset(by: [Double(radius), 0]) },
    reference: { (read, at, radius: Int32) in read(0, at) })

  private func request(_ node: Node, inRows: Bool = true) -> RenderRequest {
    RenderRequest(
      node, region: UserRect(x: 0, y: 0, width: 400, height: 300), format: .rgba8,
      options: PassOptions(outputSpace: .sRGB), inRows: inRows)
  }

  /// A graphics card: memory of its own, arithmetic that costs little.
  private func card(_ target: Int, limits: DeviceLimits = .none) -> DeviceProfile {
    DeviceProfile(
      name: "card", limits: limits, budget: MemoryBudget(target: target), rules: CostRules(for: .discrete),
      isUnified: false, importsImages: false, uniformAlignment: 256, storageAlignment: 256)
  }

  @Test func whatFitsIsOneRun() throws {
    let plan = try Planner(for: card(8 << 20)).plan(request(Self.image.mapped(by: Self.gain, Float(2))))
    guard case .run(let run) = plan.work else {
      Issue.record("\(plan.work.runs.count) runs")
      return
    }
    #expect(run.schedule.dispatches.count == 1 && plan.overlapPixelCount == 0)
  }

  @Test(arguments: [1 << 20, 3 << 19, 2 << 20])
  func whatDoesNotFitIsCutSoThatEachRunDoes(_ target: Int) throws {
    let device = card(target)
    let blurred = Self.image.gathered(by: Self.box, Int32(9)).mapped(by: Self.gain, Float(2))
    let plan = try Planner(for: device).plan(request(blurred))
    #expect(plan.work.runs.count > 1)
    for run in plan.work.runs { #expect(try ScheduleMemory(run, on: device).byteCount <= target) }
    let parts = plan.work.finalRuns.map { $0.schedule.images[$0.schedule.output].region }
    #expect(parts.reduce(0) { $0 + $1.area } == 400 * 300)
  }

  @Test func aDeviceThatSharesTheHostsMemoryTakesLess() throws {
    let node = Self.image.mapped(by: Self.gain, Float(2))
    let run = try #require(try Planner(for: card(1 << 30)).plan(request(node)).work.runs.first)
    let shared = DeviceProfile(name: "shared", budget: MemoryBudget(target: 1 << 30))
    let (own, common) = (try ScheduleMemory(run, on: card(1 << 30)), try ScheduleMemory(run, on: shared))
    // The image, and the output once more to be read from there.
    #expect(own.byteCount >= common.byteCount + 2 * 400 * 300 * 4)
  }

  @Test func aSmallViewOfTexelsCutsTheImage() throws {
    var limits = DeviceLimits.none
    limits.texelBufferElements = 65_536
    let plan = try Planner(for: card(1 << 30, limits: limits)).plan(
      request(Self.image.mapped(by: Self.gain, Float(2))))
    #expect(plan.work.runs.count > 1)
    for run in plan.work.runs {
      for image in run.schedule.images { #expect(image.pitch * image.height <= 65_536) }
    }
  }

  @Test func whatCannotFitSaysWhatItTakesAndWhatThereIs() throws {
    #expect {
      try Planner(for: card(4096)).plan(request(Self.image.mapped(by: Self.gain, Float(2))))
    } throws: { error in
      guard case RenderError.limit(let what, let requested, let allowed)? = error as? RenderError else { return false }
      return what.contains("with the smallest possible tiles") && requested > allowed && allowed == 4096
    }
  }

  @Test func rulesOfTheDeviceDecideWhatIsStored() throws {
    var node = Self.image
    for step in 1...3 { node = node.mapped(by: Self.gain, Float(step)) }
    let blurred = request(node.gathered(by: Self.box, Int32(1)))
    func dispatches(formula: Double) throws -> Int {
      var rules = CostRules()
      rules.formula = formula
      let device = DeviceProfile(name: "\(formula)", budget: MemoryBudget(target: 1 << 30), rules: rules)
      return try Planner(for: device).plan(blurred).work.runs.reduce(0) { $0 + $1.schedule.dispatches.count }
    }
    #expect(try dispatches(formula: 3) == 2)
    #expect(try dispatches(formula: 0.2) == 1)
  }

  @Test func aSecondPlanIsKnown() throws {
    let planner = Planner(for: card(8 << 20))
    #expect(try !planner.plan(request(Self.image.mapped(by: Self.gain, Float(2)))).isCached)
    #expect(try planner.plan(request(Self.image.mapped(by: Self.gain, Float(3)))).isCached)
    planner.clear()
    #expect(try !planner.plan(request(Self.image.mapped(by: Self.gain, Float(4)))).isCached)
  }
}

/// The table of shares of the memory target.
@Suite struct MemoryBudgetTests {
  @Test func sharesAreAsTheTableSays() {
    let budget = MemoryBudget(target: 1 << 30)
    #expect(budget.tileReserve == 1 << 26)
    #expect(budget.phaseImage(heldBytes: 1 << 29) == 1 << 26)
    #expect(budget.streamedSource == 1 << 28 && budget.copiedSource == 1 << 28)
    #expect(budget.cachedSources == 1 << 28 && budget.idle == 1 << 28 && budget.cachedIntermediates == 1 << 27)
    #expect(MemoryBudget.ofProcess(1600) == 1300)
    #expect(MemoryBudget.ofAvailableHostMemory(1000) == 500 && MemoryBudget.ofFreeDeviceMemory(1000) == 750)
  }

  @Test func whatIsKeptOfAnUnstatedTargetIsBounded() {
    #expect(MemoryBudget(derived: 1 << 34).cachedSources == 1 << 29)
    #expect(MemoryBudget(target: 1 << 34).cachedSources == 1 << 32)
  }
}
