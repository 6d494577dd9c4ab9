import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing
import VulkanEngine

/// A run with several submissions.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct SubmissionPartsTests {
  private let frame = UserRect(x: 0, y: 0, width: 300, height: 200)

  private func context(pixelsAtOnce: Int) throws -> VulkanContext {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.validates = hasValidation
    options.pixelsAtOnce = pixelsAtOnce
    return try VulkanContext(options)
  }

  /// Two dispatches, the second of which reads the first.
  private func schedule() throws -> Schedule {
    let image = Node(.intermediate(cache: false), [TestImage.noise(300, 200, seed: 5)])
    let translated = try #require(image.transformed(by: .translation(0.5, 0.5)))
    return try makeSchedule(
      try optimized(translated, options: PassOptions()), ScheduleTarget(frame, as: .rgbaFloat, working: .rgbaFloat))
  }

  private func pixels(_ context: VulkanContext, between: () throws(RenderError) -> Void = {}) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try context.start(Run(try schedule())).complete(between: between) { rows, _ in bytes = Array(rows) }
    return bytes
  }

  @Test func aRunInPartsAgreesAndPollsBetweenThem() throws {
    let whole = try pixels(try context(pixelsAtOnce: .max)) { () throws(RenderError) in
      throw .invalidArgument("there is only one part")
    }
    var count = 0
    let context = try context(pixelsAtOnce: 300 * 30)
    let parts = try pixels(context) { count += 1 }
    let isSame = parts == whole
    #expect(isSame)
    // Two dispatches of 200 rows, 30 rows at a time, have 14 bands. The last band of the first dispatch has 20 rows, so
    // another one fits into its submission. So there are 13 parts.
    #expect(count == 12)
    #expect(context.validationMessages == [])
  }

  @Test func aRunCancelledBetweenPartsReleasesItsMemory() throws {
    let context = try context(pixelsAtOnce: 1000)
    var remaining = 3
    #expect(throws: RenderError.invalidArgument("enough")) {
      try pixels(context) { () throws(RenderError) in
        remaining -= 1
        if remaining == 0 { throw .invalidArgument("enough") }
      }
    }
    #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    // The next render is right.
    let again = try pixels(context) == pixels(try self.context(pixelsAtOnce: .max))
    #expect(again)
  }
}
