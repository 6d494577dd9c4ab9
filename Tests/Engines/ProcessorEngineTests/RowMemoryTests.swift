import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import TestSupport
import Testing

/// The memory of rows is counted before execution, and the count is not exceeded.
@Suite struct RowMemoryTests {
  private static func context(target: Int, threads: Int) throws -> ProcessorContext {
    var options = ProcessorContext.Options()
    (options.memoryTarget, options.threads) = (target, threads)
    return ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!), options)
  }

  private static func blurred(_ name: String, _ width: Int, _ height: Int) throws -> Node {
    let filter = try #require(Catalogue.filter(named: name))
    return try #require(
      try filter.image(from: ["inputImage": .image(TestImage.noise(width, height, seed: 1)), "inputRadius": .number(2)])
    )
  }

  private static func run(_ node: Node, _ width: Int, _ height: Int) throws -> Run {
    let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
    return Run(
      try makeSchedule(
        optimized(node, options: PassOptions()), ScheduleTarget(region, as: .rgbaFloat, working: .rgbaFloat)))
  }

  @Test func rowsDoNotCountAsImages() throws {
    let run = try Self.run(Self.blurred("CIGaussianBlur", 2000, 1500), 2000, 1500)
    let context = try Self.context(target: 1 << 30, threads: 2)
    let intermediateBytes = run.schedule.images.reduce(0) {
      if case .intermediate = $1.kind { $0 + $1.byteCount } else { $0 }
    }
    #expect(intermediateBytes > 0)
    let (byRows, asImages) = (
      try ScheduleMemory(run, on: context.profile, context.rowPlanning).byteCount,
      try ScheduleMemory(run, on: context.profile).byteCount
    )
    // Each thread has some rows, which fit in half of a core's L2 cache.
    #expect(byRows < asImages - intermediateBytes / 2)
  }

  @Test(arguments: ["CIGaussianBlur", "CIMedianFilter", "CIBoxBlur"], [1, 2, 5])
  func aRunDoesNotExceedItsMemoryCount(_ name: String, threads: Int) throws {
    let run = try Self.run(Self.blurred(name, 700, 300), 700, 300)
    let context = try Self.context(target: 1 << 30, threads: threads)
    let counted = try ScheduleMemory(run, on: context.profile, context.rowPlanning).byteCount
    var used = 0
    try context.start(run).complete { _, _ in used = context.memoryByteCount }
    #expect(used > 0 && used <= counted)
  }

  /// The memory of a thread does not depend on the number of threads, so the memory target limits their number.
  @Test func manyThreadsFitASmallTarget() throws {
    let run = try Self.run(Self.blurred("CIGaussianBlur", 700, 60), 700, 60)
    let target = 4 << 20
    let context = try Self.context(target: target, threads: 500)
    #expect(try ScheduleMemory(run, on: context.profile, context.rowPlanning).byteCount <= target)
    try context.start(run).complete { _, _ in #expect(context.memoryByteCount <= target) }
  }
}
