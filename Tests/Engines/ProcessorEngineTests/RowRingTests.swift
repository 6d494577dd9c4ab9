import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import ReferenceEngine
import TestSupport
import Testing

/// Results of row-wise execution do not depend on the partition of work.
@Suite struct RowRingTests {
  /// Every filter that reads neighbours.
  static let samples = Sample.all.filter { sample in
    sample.filter.formulas.contains { if case .region = $0 { true } else { false } }
  }

  @Test(arguments: samples)
  func resultsDoNotDependOnThePartition(_ sample: Sample) throws {
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    for width in [1, 2, 3, 5, 16, 17, 31, 33, 64, 67] {
      let region = UserRect(sample.frame.min, sample.frame.min + [Double(width), Double(width % 7 * 9 + 1)])
      let whole = try render(sample.node, region, Self.context(stages, threads: 1))
      for threads in [1, 2, 3, 7] {
        let partitioned = try render(sample.node, region, Self.context(stages, threads: threads, inSmallChunks: true))
        #expect(whole == partitioned, "\(width) columns on \(threads) threads")
      }
    }
  }

  /// With a ring limit of 0, all intermediates are stored, or read at points.
  @Test(arguments: samples)
  func rowsAgreeWithStoredImages(_ sample: Sample) throws {
    var options = ProcessorContext.Options()
    options.partitioning.ringByteLimit = 0
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    let stored = try image(sample.node, sample.frame, ProcessorContext(stages, options))
    let rows = try image(sample.node, sample.frame, ProcessorContext(stages))
    expect(rows, equals: stored, within: sample.filter.tolerance)
  }

  /// Positions beyond the range of rows are clear, as for reads at points.
  @Test(arguments: [-1e20, -1e30, -3e38, 1e30])
  func rowsFarAwayAreClear(_ position: Double) throws {
    let filter = try #require(Catalogue.filter(named: "CIZoomBlur"))
    let node = try #require(
      try filter.image(from: [
        "inputImage": .image(TestImage.noise(32, 20, seed: 1)), "inputCenter": .vector([position, position]),
        "inputAmount": .number(20),
      ]))
    var options = ProcessorContext.Options()
    options.partitioning.ringByteLimit = 0
    let stages = try Stages.tested(ProcessorLevel.supported.last!)
    let region = UserRect(x: 0, y: 0, width: 32, height: 20)
    let stored = try image(node, region, ProcessorContext(stages, options))
    expect(try image(node, region, ProcessorContext(stages)), equals: stored, within: filter.tolerance)
  }

  /// Rows of a narrow image have memory for their own columns only. A transition to a wide image reads more columns.
  @Test func rowsAreClearOutsideOfTheirImage() throws {
    let filter = try #require(Catalogue.filter(named: "CIAccordionFoldTransition"))
    let values: [String: InputValue] = [
      "inputImage": .image(TestImage.noise(12, 10, seed: 1)),
      "inputTargetImage": .image(TestImage.noise(150, 30, seed: 2)), "inputTime": .number(0.5),
      "inputBottomHeight": .number(4),
    ]
    let node = try #require(try filter.image(from: values))
    let region = UserRect(x: -4, y: -4, width: 160, height: 40)
    let schedule = try schedule(node, region)
    #expect(schedule.images.contains { if case .intermediate = $0.kind { $0.region.width < 30 } else { false } })
    let rows = try image(node, region, ProcessorContext(Stages.tested(ProcessorLevel.supported.last!)))
    expect(rows, equals: try renderReference(node, region), within: filter.tolerance)
  }

  private static func context(_ stages: Stages, threads: Int, inSmallChunks: Bool = false) -> ProcessorContext {
    var options = ProcessorContext.Options()
    options.threads = threads
    if inSmallChunks {
      (options.partitioning.cacheBytes, options.partitioning.minimumColumns, options.partitioning.chunkPixels) = (
        1, 16, 4
      )
      options.partitioning.maximumOverhead = .infinity
    }
    return ProcessorContext(stages, options)
  }

  private func render(_ node: Node, _ region: UserRect, _ context: ProcessorContext) throws -> [UInt32] {
    let schedule = try schedule(node, region)
    let pixels = try context.pixels(of: schedule).pixels
    return Array(UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount).bindMemory(to: UInt32.self))
  }

  private func image(_ node: Node, _ region: UserRect, _ context: ProcessorContext) throws -> FloatImage {
    let image = try FloatImage(region)
    try context.run(schedule(node, region)) { rows, rowBytes in
      for y in 0..<image.height {
        UnsafeMutableRawPointer(image.pixels.baseAddress! + y * image.width)
          .copyMemory(from: rows.baseAddress! + y * rowBytes, byteCount: image.width * 16)
      }
    }
    return image
  }

  private func schedule(_ node: Node, _ region: UserRect) throws -> Schedule {
    try makeSchedule(
      optimized(node, options: PassOptions()), ScheduleTarget(region, as: .rgbaFloat, working: .rgbaHalf))
  }
}
