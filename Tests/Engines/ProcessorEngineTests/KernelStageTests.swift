import ImageGraph
import ImagePasses
import ImagePlanning
import KernelFormulas
import KernelModules
import ProcessorEngine
import ReferenceEngine
import TestSupport
import Testing

/// Kernels of an app on the processor: interpreted stages between native ones.
@Suite struct KernelStageTests {
  private static let frame = UserRect(x: -2, y: 3, width: 70, height: 21)

  private static func step(_ text: String, _ node: Node, _ values: [[Double]], reach: Double = 0) throws -> Node {
    let kernel = try KernelText(text, .coreImage).kernels()[0]
    let isWarp = kernel.kernel.kernelClass == .warp
    return try kernel.step(
      (isWarp ? [] : [.image(KernelImage(node))]) + values.map { .numbers($0) }, extent: node.extent,
      image: KernelImage(node)
    ) { _, output in output.outset(by: reach) }
  }

  private func expectAgreement(_ node: Node) throws {
    let recipe = try optimized(node, options: PassOptions())
    let expected = try ReferenceRenderer().render(recipe, Self.frame)
    let schedule = try makeSchedule(recipe, ScheduleTarget(Self.frame, as: .rgbaFloat, working: .rgbaFloat))
    let actual = try FloatImage(Self.frame)
    try ProcessorContext().run(schedule) { rows, rowBytes in
      for y in 0..<actual.height {
        UnsafeMutableRawPointer(actual.pixels.baseAddress! + y * actual.width)
          .copyMemory(from: rows.baseAddress! + y * rowBytes, byteCount: actual.width * 16)
      }
    }
    expect(actual, equals: expected, within: .half)
  }

  @Test func colourKernelsAgree() throws {
    let gain = "kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a) * step(destCoord().x, 30.0); }"
    let image = TestImage.scene(64, 20).mapped(
      by: .linear, SIMD4<Float>(0, 1, 0, 0), SIMD4<Float>(1, 0, 0, 0),
      SIMD4<Float>(0, 0, 1, 0))
    try expectAgreement(
      try Self.step(gain, image, [[1.5]]).mapped(
        by: .linear, SIMD4<Float>(0, 1, 0, 0), SIMD4<Float>(1, 0, 0, 0),
        SIMD4<Float>(0, 0, 0.5, 0)))
  }

  @Test func kernelsThatReadAroundAgree() throws {
    let mean = """
      kernel vec4 mean(sampler s, float r) {
        vec4 sum = vec4(0.0);
        for (float x = -r; x <= r; x += 1.0) { sum += sample(s, samplerTransform(s, destCoord() + vec2(x, 0.25))); }
        return sum / (2.0 * r + 1.0);
      }
      """
    let node = TestImage.scene(64, 20)
    try expectAgreement(try Self.step(mean, node, [[2]], reach: 3))
    // The input is a step that is computed at each read.
    let half = node.mapped(
      by: .linear, SIMD4<Float>(0.5, 0, 0, 0), SIMD4<Float>(0, 0.5, 0, 0), SIMD4<Float>(0, 0, 0.5, 0))
    try expectAgreement(try Self.step(mean, half, [[1]], reach: 2))
    let warp = "kernel vec2 wave(float size) { vec2 p = destCoord(); return vec2(p.x + size * sin(p.y * 0.3), p.y); }"
    try expectAgreement(try Self.step(warp, node, [[2.5]], reach: 3))
  }

  @Test func theEndlessOneIsNamed() throws {
    let text = "kernel vec4 endless(__sample s) { float x = 1.0; while (x > 0.5) { x = x + s.a; } return vec4(x); }"
    let node = try Self.step(text, TestImage.scene(64, 20), [])
    let schedule = try makeSchedule(
      optimized(node, options: PassOptions()), ScheduleTarget(Self.frame, as: .rgbaFloat, working: .rgbaFloat))
    let error = #expect(throws: RenderError.self) { try ProcessorContext().run(schedule) { _, _ in } }
    #expect("\(try #require(error))".contains("endless"))
  }
}
