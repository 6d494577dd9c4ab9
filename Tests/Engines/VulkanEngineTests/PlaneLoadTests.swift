import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import PixelFormats
import TestSupport
import Testing
import VulkanEngine

/// Kernels that read planes of Y'CbCr as one image agree with the reference.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct PlaneLoadTests {
  private static let context: VulkanContext? = {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.validates = hasValidation
    return try? VulkanContext(options)
  }()

  private static let recipes: [(name: String, recipe: @Sendable (Node) -> Node)] = [
    ("unchanged", { $0 }),
    ("translated by pixels", { $0.transformed(by: .translation(1, -3))! }),
    ("translated by groups", { $0.transformed(by: .translation(-4, 2))! }),
    ("repeated edges", { $0.clampedToExtent }),
    (
      "rotated", { $0.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.3, ty: 0.2), reading: .linear)! }
    ),
  ]

  private func expectAgreement(_ planes: YCbCrPlanes, _ width: Int, _ height: Int) throws {
    let context = try #require(Self.context)
    let frame = Node.source(try RandomPlanes.source(planes, width, height))
    for (name, recipe) in Self.recipes {
      let node = try optimized(recipe(frame), options: PassOptions())
      for region in [
        UserRect(x: 0, y: 0, width: Double(width), height: Double(height)),
        UserRect(x: -3, y: -2, width: Double(width) + 5, height: Double(height) + 4),
      ] {
        let expected = try renderReference(node, region)
        let schedule = try makeSchedule(node, ScheduleTarget(region, as: .rgbaFloat, working: .rgbaFloat))
        #expect(schedule.dispatches.count == 1 && schedule.dispatches[0].inputs.count == 1)
        var worst: Float = 0
        try context.start(Run(schedule)).complete { rows, rowBytes in
          for y in 0..<expected.height {
            for x in 0..<expected.width {
              let color = rows.load(fromByteOffset: y * rowBytes + 16 * x, as: SIMD4<Float>.self)
              let difference = expected.pixels[y * expected.width + x] - color
              worst = max(worst, max(difference.max(), -difference.min()))
            }
          }
        }
        #expect(worst < 1e-6, "\(name), \(width)x\(height), \(region): \(worst)")
      }
    }
  }

  @Test(arguments: RandomPlanes.layouts.map(\.name), ChromaSite.allCases)
  func planesAgreeWithTheReference(_ name: String, _ site: ChromaSite) throws {
    for (width, height) in [(1, 1), (2, 3), (5, 2), (16, 8), (33, 19)] {
      for quality in [ChromaQuality.smooth, .video] {
        try expectAgreement(RandomPlanes.named(name, site, quality), width, height)
      }
    }
    #expect(try #require(Self.context).validationMessages == [])
  }

  /// A part of a source has the chroma of its neighbourhood.
  @Test(arguments: RandomPlanes.layouts.map(\.name)) func partsAgreeWithTheWhole(_ name: String) throws {
    let context = try #require(Self.context)
    let frame = Node.source(try RandomPlanes.source(RandomPlanes.named(name, .topLeft, .smooth), 70, 45))
    var profile = context.profile
    // No source fits an input.
    profile.limits.texelBufferElements = 4000
    let planner = Planner(for: profile)
    for region in [UserRect(x: 9, y: 7, width: 13, height: 9), UserRect(x: 40, y: 20, width: 30, height: 25)] {
      let request = RenderRequest(frame, region: region, format: .rgbaf, options: PassOptions(), working: .rgbaFloat)
      guard case .run(let run) = try planner.plan(request).work else {
        Issue.record("\(region) needs several runs")
        continue
      }
      let part = try #require(run.schedule.images.first { $0.planes != nil })
      #expect(part.width < 70 || part.height < 45)
      let expected = try renderReference(frame, region)
      try context.start(run).complete { rows, rowBytes in
        for y in 0..<expected.height {
          for x in 0..<expected.width {
            let color = rows.load(fromByteOffset: y * rowBytes + 16 * x, as: SIMD4<Float>.self)
            let difference = expected.pixels[y * expected.width + x] - color
            #expect(max(difference.max(), -difference.min()) < 1e-6, "\(x), \(y) of \(region)")
          }
        }
      }
    }
  }
}
