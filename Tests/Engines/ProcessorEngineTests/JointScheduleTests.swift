import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import TestSupport
import Testing

/// Joined schedules compute the same outputs as separate ones, and shared dispatches once.
@Suite struct JointScheduleTests {
  /// A step that reads neighbours, so that rings have rows for several readers.
  private static let shared = Node(
    .intermediate(cache: false),
    [TestImage.noise(70, 61, seed: 4).clampedToExtent.gathered(by: GaussianBlur.expand, Axis.vertical, 2 as Int32)])

  /// Returns schedules for an image, and for one with half the columns and rows, like the chroma of a video.
  private static func schedules(_ width: Int, _ height: Int) throws -> [Schedule] {
    let weights = SIMD4<Float>(0.125, 0.375, 0.375, 0.125)
    let halves = shared.clamped(to: UserRect(x: 0, y: 0, width: Double(width), height: Double(height)))
      .gathered(by: PlaneFormulas.reduce, Axis.vertical, 0 as Float, weights)
      .gathered(by: PlaneFormulas.reduce, Axis.horizontal, 0 as Float, weights)
    let all = shared.mapped(by: ColorFormula.linear, SIMD4(1, 0, 0, 0), SIMD4<Float>.zero, SIMD4<Float>.zero)
    let targets: [(Node, Int, Int, PixelFormat)] = [
      (halves, (width + 1) / 2, (height + 1) / 2, .rg8), (all, width, height, .r8),
    ]
    return try targets.map { node, width, height, format in
      try makeSchedule(
        optimized(node, options: PassOptions()),
        ScheduleTarget(
          UserRect(x: 0, y: 0, width: Double(width), height: Double(height)), as: .pixels(format), working: .rgbaFloat))
    }
  }

  private func bytes(_ schedule: Schedule, _ context: ProcessorContext) throws -> [[UInt8]] {
    var results = schedule.outputs.map { _ in [UInt8]() }
    _ = try context.start(Run(schedule)).complete(into: [], between: {}) { output, rows, rowBytes in
      let image = schedule.images[schedule.outputs[output]]
      let length = image.width * image.store!.bytesPerPixel
      for y in 0..<image.height { results[output] += rows[y * rowBytes..<y * rowBytes + length] }
    }
    return results
  }

  @Test(arguments: [1, 2, 3, 16, 33, 67])
  func outputsMatchThoseOfSeparateRuns(_ width: Int) throws {
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    for height in [1, 2, 7, 60, 61] {
      let separate = try Self.schedules(width, height)
      let joined = Schedule.joined(separate)
      // Each schedule shares one dispatch.
      #expect(joined.dispatches.count == separate.reduce(0) { $0 + $1.dispatches.count } - 1)
      for (threads, chunk) in [(1, 1 << 15), (2, 4), (7, 100)] {
        var options = ProcessorContext.Options()
        (options.threads, options.partitioning.chunkPixels, options.partitioning.maximumOverhead) = (
          threads, chunk, .infinity
        )
        if chunk < 1000 { (options.partitioning.cacheBytes, options.partitioning.minimumColumns) = (1, 16) }
        let context = ProcessorContext(stages, options)
        let expected = try separate.flatMap { try bytes($0, context) }
        #expect(try bytes(joined, context) == expected, "\(width)x\(height) on \(threads) threads")
        #expect(context.inFlight == (0, 0))
      }
    }
  }

  /// Without rings, the shared intermediate is stored.
  @Test func outputsAreTheSameOfAStoredImage() throws {
    var options = ProcessorContext.Options()
    options.partitioning.ringByteLimit = 0
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!), options)
    let separate = try Self.schedules(67, 61)
    #expect(try bytes(Schedule.joined(separate), context) == separate.flatMap { try bytes($0, context) })
  }

  @Test func schedulesWithoutSharedDispatchesRunTogether() throws {
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!))
    let separate = try [1, 2].map { seed in
      try makeSchedule(
        optimized(TestImage.noise(40, 9, seed: UInt64(seed)), options: PassOptions()),
        ScheduleTarget(UserRect(x: 0, y: 0, width: 40, height: Double(seed == 1 ? 9 : 8)), as: .pixels(.rgba8)))
    }
    #expect(try bytes(Schedule.joined(separate), context) == separate.flatMap { try bytes($0, context) })
  }
}
