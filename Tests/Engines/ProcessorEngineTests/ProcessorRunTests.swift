import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import TestSupport
import Testing

/// Schedules on the processor, with different threads and levels. CatalogueAgreement compares them with the reference.
@Suite struct ProcessorRunTests {
  private static let context = Result { try ProcessorContext(Stages.tested(ProcessorLevel.supported.last!)) }

  @Test func theResultDoesNotDependOnTheNumberOfThreads() throws {
    for name in ["CIGaussianBlur", "CIExposureAdjust", "CITwirlDistortion"] {
      let sample = try #require(Sample.all.first { $0.filter.name == name && $0.variant == .typical })
      let one = try Self.render(sample.node, sample.frame, on: Self.context(threads: 1))
      let five = try Self.render(sample.node, sample.frame, on: Self.context(threads: 5))
      #expect(zip(one.pixels, five.pixels).allSatisfy { $0 == $1 }, "\(name)")
    }
  }

  @Test(arguments: ProcessorLevel.supported)
  func levelsGiveTheSamePixels(_ level: ProcessorLevel) throws {
    let sample = try #require(Sample.all.first { $0.filter.name == "CIColorControls" && $0.variant == .typical })
    let expected = try Self.render(sample.node, sample.frame, on: Self.context.get())
    let actual = try Self.render(sample.node, sample.frame, on: ProcessorContext(Stages.tested(level)))
    #expect(zip(actual.pixels, expected.pixels).allSatisfy { $0 == $1 })
  }

  private static func context(threads: Int) throws -> ProcessorContext {
    var options = ProcessorContext.Options()
    options.threads = threads
    return try ProcessorContext(Stages.tested(ProcessorLevel.supported.last!), options)
  }

  private static func render(_ node: Node, _ region: UserRect, on context: ProcessorContext) throws -> FloatImage {
    let recipe = try optimized(node, options: PassOptions())
    let schedule = try makeSchedule(recipe, ScheduleTarget(region, as: .rgbaFloat, working: .rgbaHalf))
    let image = try FloatImage(region)
    try context.run(schedule) { rows, rowBytes in
      for y in 0..<image.height {
        UnsafeMutableRawPointer(image.pixels.baseAddress! + y * image.width)
          .copyMemory(from: rows.baseAddress! + y * rowBytes, byteCount: image.width * 16)
      }
    }
    return image
  }
}
