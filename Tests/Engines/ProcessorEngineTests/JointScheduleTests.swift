import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import TestSupport
import Testing

/// Schedules that run together make what each of them makes alone, and what they have in common once.
@Suite struct JointScheduleTests {
  /// Something that reads around itself, so that rows are kept for several readers.
  private static let shared = Node(
    .intermediate(cache: false),
    [TestImage.noise(70, 61, seed: 4).clampedToExtent.gathered(by: GaussianBlur.expand, Axis.vertical, 2 as Int32)])

  /// All pixels, and an image of half as many columns and rows, as videos have chroma.
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
  func outputsAreWhatTheyAreAlone(_ width: Int) throws {
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    for height in [1, 2, 7, 60, 61] {
      let alone = try Self.schedules(width, height)
      let joined = Schedule.joined(alone)
      // What is shared is one dispatch of each.
      #expect(joined.dispatches.count == alone.reduce(0) { $0 + $1.dispatches.count } - 1)
      for (threads, piece) in [(1, 1 << 15), (2, 4), (7, 100)] {
        var options = ProcessorContext.Options()
        (options.threads, options.cutting.piecePixels, options.cutting.mostAgain) = (threads, piece, .infinity)
        if piece < 1000 { (options.cutting.nearBytes, options.cutting.leastColumns) = (1, 16) }
        let context = ProcessorContext(stages, options)
        let wanted = try alone.flatMap { try bytes($0, context) }
        #expect(try bytes(joined, context) == wanted, "\(width)x\(height) on \(threads) threads")
        #expect(context.inFlight == (0, 0))
      }
    }
  }

  /// Where nothing is kept, what is shared is stored.
  @Test func outputsAreTheSameOfAStoredImage() throws {
    var options = ProcessorContext.Options()
    options.cutting.ringBytes = 0
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!), options)
    let alone = try Self.schedules(67, 61)
    #expect(try bytes(Schedule.joined(alone), context) == alone.flatMap { try bytes($0, context) })
  }

  @Test func whatHasNothingInCommonRunsTogetherToo() throws {
    let context = ProcessorContext(try Stages.tested(ProcessorLevel.supported.last!))
    let alone = try [1, 2].map { seed in
      try makeSchedule(
        optimized(TestImage.noise(40, 9, seed: UInt64(seed)), options: PassOptions()),
        ScheduleTarget(UserRect(x: 0, y: 0, width: 40, height: Double(seed == 1 ? 9 : 8)), as: .pixels(.rgba8)))
    }
    #expect(try bytes(Schedule.joined(alone), context) == alone.flatMap { try bytes($0, context) })
  }
}
