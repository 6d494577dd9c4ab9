import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// Kernels that read only pixels at their own position: results and cost.
@Suite struct ColorKernelTests {
  static let gain = "kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }"

  @Test(arguments: Backend.contextNames)
  func itsPixelsAreItsFormula(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIColorKernel(source: Self.gain))
    #expect(kernel.name == "gain")
    let image = KernelImageLoads.noise()
    let brighter = try #require(kernel.apply(extent: image.extent, arguments: [image, 2]))
    #expect(brighter.extent == image.extent)
    let (before, after) = (
      try KernelImageLoads.pixels(image, image.extent, context),
      try KernelImageLoads.pixels(brighter, image.extent, context)
    )
    for (a, b) in zip(before, after) { #expect(b == SIMD4(a.x * 2, a.y * 2, a.z * 2, a.w)) }
  }

  @Test(arguments: Backend.contextNames)
  func theZebraOfTheTalkHasItsStripes(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(try CIKernel.kernels(withMetalString: KernelImageLoads.zebra).first as? CIColorKernel)
    let bright = KernelImageLoads.image(
      Array(repeating: [1.5, 0, 0, 1] as [Float], count: 40 * 8).flatMap { $0 }, 40, 8)
    let image = try #require(kernel.apply(extent: bright.extent, arguments: [bright, 0.25]))
    let row = try KernelImageLoads.pixels(image, CGRect(x: 0, y: 0, width: 40, height: 1), context)
    for (x, pixel) in row.enumerated() {
      let part = (Float(x) + 0.5 + 0.5) / 20 + 0.5
      #expect(pixel.x == (part - part.rounded(.down) > 0.5 ? 2 : 1.5))
    }
  }

  @Test(arguments: Backend.engineNames)
  func betweenBuiltInStepsItIsOneDispatch(_ engine: String) throws {
    let context = try CIContext(checked: [.backend: engine])
    let kernel = try #require(try CIKernel.kernels(withMetalString: KernelImageLoads.zebra).first as? CIColorKernel)
    func chain(_ ev: Double, _ time: Double) throws -> CIImage {
      let image = CIImage(node: TestImage.scene(64, 48)).applyingFilter("CIExposureAdjust", parameters: ["inputEV": ev])
      return try #require(kernel.apply(extent: image.extent, arguments: [image, time])).applyingFilter("CISepiaTone")
    }
    let rect = CGRect(x: 0, y: 0, width: 64, height: 48)
    let first = try context.statistics(of: chain(1, 0), from: rect, format: .RGBA8, colorSpace: nil)
    #expect(first.dispatches == 1)
    #expect(first.programsCompiled == 1)
    var bytes = 0
    for step in 1...1000 {
      let again = try context.statistics(
        of: chain(Double(step % 7 + 1) / 3, Double(step) / 1000), from: rect, format: .RGBA8, colorSpace: nil)
      #expect(again.programsCompiled == 0 && again.dispatches == 1 && again.planHits == 1)
      if step == 10 { bytes = context.memoryByteCount }
    }
    #expect(context.memoryByteCount <= bytes)
    // The same source is the same kernel.
    let twin = try #require(try CIKernel.kernels(withMetalString: KernelImageLoads.zebra).first as? CIColorKernel)
    let image = CIImage(node: TestImage.scene(64, 48)).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.4])
    let made = try #require(twin.apply(extent: image.extent, arguments: [image, 0.5])).applyingFilter("CISepiaTone")
    #expect(try context.statistics(of: made, from: rect, format: .RGBA8, colorSpace: nil).programsCompiled == 0)
  }

  @Test(arguments: Backend.contextNames)
  func aRepeatedExposureIsTheFiltersToTheBit(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIColorKernel(source: Self.gain))
    let image = KernelImageLoads.noise()
    let own = try #require(kernel.apply(extent: image.extent, arguments: [image, 4]))
    let filter = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])
    #expect(
      try KernelImageLoads.pixels(own, image.extent, context) == KernelImageLoads.pixels(filter, image.extent, context))
  }

  @Test(arguments: Backend.contextNames)
  func generatorsAndWhatLiesOutsideOfExtents(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIColorKernel(source: "kernel vec4 place(__color c) { return vec4(destCoord(), c.g, 1.0); }"))
    let endless = try #require(
      kernel.apply(extent: .infinite, arguments: [CIColor(red: 0, green: 1, blue: 0, alpha: 0.5)]))
    #expect(endless.extent.isInfinite)
    #expect(try KernelImageLoads.pixel(endless, -7, 3, context) == [-6.5, 3.5, 0.5, 1])
    let part = try #require(
      kernel.apply(extent: CGRect(x: 0, y: 0, width: 2, height: 2), arguments: [CIColor(red: 0, green: 1, blue: 0)]))
    #expect(try KernelImageLoads.pixel(part, 1, 1, context) == [1.5, 1.5, 1, 1])
    #expect(try KernelImageLoads.pixel(part, 2, 1, context) == .zero)
    // Two images of different extents; the kernel defines the meaning of clear pixels.
    let invert = try #require(
      CIColorKernel(source: "kernel vec4 invert(__sample a, __sample b, float k) { return vec4(k) - a - b; }"))
    let image = KernelImageLoads.noise()
    let wide = image.extent.insetBy(dx: -2, dy: -2)
    let inverted = try #require(invert.apply(extent: wide, arguments: [image, CIImage.empty(), 1]))
    #expect(try KernelImageLoads.pixel(inverted, Int(wide.minX), Int(wide.minY), context) == SIMD4(repeating: 1))
    #expect(try KernelImageLoads.pixel(inverted, Int(wide.minX) - 1, Int(wide.minY), context) == .zero)
  }

  @Test func plansAndGraphsKnowItByItsName() throws {
    let kernel = try #require(CIColorKernel(source: Self.gain))
    let image = CIImage(node: TestImage.scene(64, 48))
    let made = try kernel.apply(checked: image.extent, arguments: [image, 2]).applyingFilter("CISepiaTone")
    #expect(made.graph.nodes.contains { $0.name == "gain" })
    let context = Backend.context()
    for stage in [CIRenderGraph.Stage.optimized, .concatenated] {
      #expect("\(try context.graph(stage, of: made))".contains("gain"), "\(stage)")
    }
    // It also runs for four pixels at once, fused with its adjacent steps.
    let schedule = try makeSchedule(
      optimized(made.node, options: PassOptions()),
      ScheduleTarget(UserRect(x: 0, y: 0, width: 64, height: 48), as: .rgba8))
    #expect(schedule.dispatches.count == 1)
    #expect(schedule.dispatches[0].program.pixelsPerInvocation == 4)
    #expect(schedule.dispatches[0].program.functions.map(\.name) == ["gain"])
  }

  @Test func aConstantColourFolds() throws {
    let kernel = try #require(CIColorKernel(source: Self.gain))
    let gray = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5))
    let image = try #require(kernel.apply(extent: .infinite, arguments: [gray, 2]))
    let recipe = try optimized(image.node, options: PassOptions())
    #expect(!recipe.description.contains("gain"), "\(recipe)")
  }

  /// The planner assumes nothing about a kernel's result: neither that it is opaque if its image is, nor that it is in
  /// 0...1.
  @Test(arguments: Backend.contextNames)
  func nothingIsSupposedOfItsResult(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIColorKernel(source: "kernel vec4 strange(__sample s) { return vec4(s.r * 4.0, -1.0, 0.25, 0.5); }"))
    let opaque = CIImage(
      bitmapData: Data(repeating: 255, count: 8 * 8 * 4), bytesPerRow: 32, size: CGSize(width: 8, height: 8),
      format: .RGBX8, colorSpace: nil)
    let made = try kernel.apply(checked: opaque.extent, arguments: [opaque])
    #expect(try KernelImageLoads.pixel(made, 3, 3, context) == [4, -1, 0.25, 0.5])
    #expect(try KernelImageLoads.pixel(made.unpremultiplyingAlpha(), 3, 3, context) == [8, -2, 0.5, 0.5])
    #expect(try KernelImageLoads.pixel(made.settingAlphaOne(in: made.extent), 3, 3, context) == [4, -1, 0.25, 1])
    let clamped = try KernelImageLoads.pixel(made.applyingFilter("CIColorClamp"), 3, 3, context)
    #expect(clamped.max() <= 1 && clamped.min() >= 0)
  }

  /// The result is opaque if the code passes alpha on, within the pixels that the image and the kernel's extent share.
  @Test(arguments: Backend.contextNames)
  func opaqueImagesStaySoWhereAlphaIsPassedOn(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    var random = SplitMix(seed: 7)
    let bytes = Data((0..<21 * 9 * 4).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) })
    let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    func image(_ format: CIFormat, _ space: CGColorSpace?) -> CIImage {
      CIImage(
        bitmapData: bytes, bytesPerRow: 21 * 4, size: CGSize(width: 21, height: 9), format: format, colorSpace: space)
    }
    let (known, unknown) = (image(.RGBX8, sRGB), image(.RGBA8, sRGB))
    // Transfer functions of opaque images have another implementation; these images have none.
    let (plainKnown, plainUnknown) = (image(.RGBX8, nil), image(.RGBA8, nil))
    let kernels: [(text: String, passesAlpha: Bool)] = [
      (Self.gain, true),
      ("kernel vec4 swap(__sample s, float g) { s.rgb = s.bgr * g; return s; }", true),
      ("kernel vec4 light(__sample s, float g) { float a = s.a; return vec4(vec3(s.g * g), a); }", true),
      ("kernel vec4 thin(__sample s, float g) { return vec4(s.rgb, s.a * g); }", false),
      ("kernel vec4 other(__sample s, float g) { return vec4(s.rgb * g, s.r); }", false),
      ("kernel vec4 parted(__sample s, float g) { if (s.r > 0.5) s.a = g; return s; }", false),
    ]
    for (text, passesAlpha) in kernels {
      let kernel = try #require(CIColorKernel(source: text))
      let extent = known.extent
      for (rect, isInside) in [(extent, true), (extent.insetBy(dx: -3, dy: -2), false)] {
        let made = try kernel.apply(checked: rect, arguments: [known, 0.75])
        #expect(made.isOpaque == (passesAlpha && isInside), "\(text) \(rect)")
        let expected = try kernel.apply(checked: rect, arguments: [unknown, 0.75])
        let around = rect.insetBy(dx: -2, dy: -2)
        // Powers of linear light differ in their last bits if alpha is neither divided out nor multiplied in.
        for (a, b) in zip(try storedPixels(made, around, context), try storedPixels(expected, around, context)) {
          #expect(abs(Int(a) - Int(b)) <= 1, "\(text) \(rect)")
        }
        let (own, other) = try (
          KernelImageLoads.pixels(kernel.apply(checked: rect, arguments: [plainKnown, 0.75]), around, context),
          KernelImageLoads.pixels(kernel.apply(checked: rect, arguments: [plainUnknown, 0.75]), around, context)
        )
        let differences = zip(own, other).flatMap { pair in (0..<4).map { abs(pair.0[$0] - pair.1[$0]) } }
        #expect(differences.allSatisfy { $0 <= 1e-6 }, "\(text) \(rect)")
      }
    }
    // A second image has no influence if alpha is that of the first.
    let two = try #require(
      CIColorKernel(source: "kernel vec4 two(__sample a, __sample b) { return vec4(a.rgb * b.a, a.a); }"))
    let half = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5))
    #expect(try two.apply(checked: known.extent, arguments: [known, half]).isOpaque)
    #expect(try !two.apply(checked: known.extent, arguments: [half.cropped(to: known.extent), known]).isOpaque)
  }

  private func storedPixels(_ image: CIImage, _ rect: CGRect, _ context: CIContext) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(rect.width * rect.height) * 4)
    try bytes.withUnsafeMutableBytes {
      try context.render(
        checked: image, toBitmap: $0.baseAddress!, rowBytes: Int(rect.width) * 4, bounds: rect, format: .RGBA8,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }
    return bytes
  }

  @Test(arguments: Backend.contextNames)
  func anEndlessKernelEndsAndAffectsNoOther(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIColorKernel(
        source: """
          kernel vec4 endless(__sample s) {
            float x = s.a;
            while (x > 0.25) { x = x * 0.5 + 0.5; }
            return vec4(x);
          }
          """))
    let ones = KernelImageLoads.image(Array(repeating: 1, count: 4 * 4), 4, 1)
    let image = try #require(kernel.apply(extent: ones.extent, arguments: [ones]))
    let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(image, ones.extent, context) }
    #expect("\(try #require(error))".contains("endless"))
    #expect(try KernelImageLoads.pixel(ones, 0, 0, context) == SIMD4(repeating: 1))
  }
}
