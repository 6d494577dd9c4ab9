import Foundation
import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// Planning takes a bounded time for every recipe.
@Suite struct BoundedPlanningTests {
  private static let image = TestImage.noise(300, 200, seed: 1)

  private func request(_ node: Node, width: Double = 64, height: Double = 64) -> RenderRequest {
    RenderRequest(
      node, region: UserRect(x: 0, y: 0, width: width, height: height), format: .rgba8,
      options: PassOptions(outputSpace: .sRGB))
  }

  private func planner(_ target: Int) -> Planner {
    Planner(for: DeviceProfile(name: "small", budget: MemoryBudget(target: target)))
  }

  private func filtered(_ name: String, _ values: [String: InputValue]) throws -> Node {
    let filter = try #require(Catalogue.filter(named: name))
    return try #require(try filter.image(from: values))
  }

  /// Reductions that each read the previous one and the image: each could be computed in a phase.
  private func averages(_ count: Int) throws -> Node {
    var node = Self.image
    for _ in 0..<count {
      let mean = try filtered(
        "CIAreaAverage", ["inputImage": .image(node), "inputExtent": .vector([0, 0, 300, 200])])
      node = try filtered(
        "CIDissolveTransition",
        ["inputImage": .image(node), "inputTargetImage": .image(mean.clampedToExtent), "inputTime": .number(0.5)])
    }
    return node
  }

  /// Each pixel reads all of an image, which so has to be in memory at once.
  private static let all = RegionFormula(
    "box", taps: { 100 }, region: { _ in UserRect(x: 0, y: 0, width: 300, height: 200) }, extent: { $0 },
    reference: { read, at in read(0, at) })

  @Test(arguments: [2, 40]) func whatDoesNotFitIsKnownSoonHoweverManyStepsCouldBeMadeFirst(_ count: Int) throws {
    let stored = Node(.intermediate(cache: false), [try averages(count)])
    let whole = request(stored.gathered(by: Self.all), width: 300, height: 200)
    let start = ContinuousClock.now
    #expect {
      try planner(1 << 16).plan(whole)
    } throws: { error in
      if case RenderError.limit? = error as? RenderError { true } else { false }
    }
    // A second for a release build; four ways on from each of 40 steps would be 10^24.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  /// Two turns of an image that is stored between: no strip of the result reads a strip of it.
  @Test func whatStripsCannotMakeIsKnownSoon() throws {
    let side = 2048
    let rows = Source(
      width: side, height: side, format: .rgba8, colorSpace: .sRGB, alpha: .opaque, label: "file", cachesPixels: false,
      rows: { () throws(RenderError) in throw .unsupported("nothing is read") }
    ) { () throws(RenderError) in throw .unsupported("nothing is read") }
    let median = try filtered("CIMedianFilter", ["inputImage": .image(.source(rows))])
    func turned(_ angle: Double) throws -> Node {
      let (cosine, sine) = (cos(angle), sin(angle))
      return try #require(
        median.transformed(by: AffineMap(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)))
    }
    let both = try filtered(
      "CISourceOverCompositing", ["inputImage": .image(turned(0.5)), "inputBackgroundImage": .image(turned(-0.5))])
    var whole = RenderRequest(
      both, region: try #require(both.extent.rect), format: .rgba8, options: PassOptions(outputSpace: .sRGB))
    whole.isStreamed = true
    let start = ContinuousClock.now
    let plan = try planner(1 << 30).plan(whole)
    #expect(plan.work.runs.count == 1)
    // Some milliseconds; a search among columns and steps to be made first took six seconds.
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func planningALongChainTakesTimeInProportion() throws {
    func seconds(_ count: Int) throws -> Double {
      var node = Self.image
      for _ in 0..<count {
        node = try filtered("CIBoxBlur", ["inputImage": .image(node), "inputRadius": .number(1)])
      }
      let start = ContinuousClock.now
      let plan = try planner(1 << 40).plan(request(node, width: 8, height: 8))
      #expect(plan.work.runs.count == 1)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = try seconds(10)
    let (short, long) = (try seconds(200), try seconds(990))
    // Five times as long; a square would be 24 times.
    #expect(long < 12 * short, "\(short) s, \(long) s")
  }

  /// Down to kernels and stages, and run: not only planned.
  @Test(arguments: Backend.engines) func makingALongChainTakesTimeInProportion(_ backend: Backend) throws {
    let engine = try #require(backend.schedules)
    let part = UserRect(x: 0, y: 0, width: 8, height: 8)
    func seconds(_ count: Int) throws -> Double {
      var node = Self.image
      for index in 0..<count {
        node = try filtered("CIBoxBlur", ["inputImage": .image(node), "inputRadius": .number(Double(1 + index % 3))])
          .cropped(to: part)
      }
      let plan = try Planner(for: engine.profile).plan(request(node, width: 8, height: 8))
      engine.clearCaches()
      let start = ContinuousClock.now
      for schedule in plan.work.schedules { try engine.prepare(schedule) }
      try engine.run(plan.work) { _, _, _ in }
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = try seconds(10)
    let (short, long) = (try seconds(200), try seconds(990))
    #expect(long < 12 * short + 0.5, "\(short) s, \(long) s")
  }

  @Test func aHistogramOfMoreThanItsCountersHoldIsCountedInParts() throws {
    let color = Node.generated(by: .constant, SIMD4<Float>.one)
    let rect = UserRect(x: 0, y: 0, width: 65536, height: 65537)
    let counts = Node(.histogram(rect, bins: 4), [color])
    let plan = try planner(1 << 30).plan(request(counts, width: 4, height: 1))
    #expect(plan.work.runs.count > 256)
    for run in plan.work.runs {
      for dispatch in run.schedule.dispatches { #expect(dispatch.pixelCount <= 1 << 24) }
    }
  }

  @Test func aHistogramOfTooManyPartsIsALimit() throws {
    let color = Node.generated(by: .constant, SIMD4<Float>.one)
    let counts = Node(.histogram(UserRect(x: -0x1p23, y: -0x1p23, width: 0x1p24, height: 0x1p24), bins: 4), [color])
    #expect {
      try planner(1 << 30).plan(request(counts, width: 4, height: 1))
    } throws: { error in
      if case RenderError.limit? = error as? RenderError { true } else { false }
    }
  }

  @Test func commandsCountAsMemory() throws {
    var limits = DeviceLimits.none
    limits.groupCountY = 1
    let device = DeviceProfile(name: "flat", limits: limits, budget: MemoryBudget(target: 1 << 30))
    let plan = try Planner(for: device).plan(request(Self.image, width: 300, height: 200))
    let run = try #require(plan.work.runs.first)
    let memory = try ScheduleMemory(run, on: device)
    let bands = memory.bands.reduce(0) { $0 + $1.count }
    #expect(bands >= 200 && memory.byteCount >= memory.argumentBytes + bands * 1024)
  }
}
