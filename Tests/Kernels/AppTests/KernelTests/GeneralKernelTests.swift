import CoreImage
import Foundation
import ImageGraph
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// General kernels, and warp kernels.
@Suite struct GeneralKernelTests {
  static let right = """
    kernel vec4 right(sampler s, float step) {
      return sample(s, samplerTransform(s, destCoord() + vec2(step, 0.0)));
    }
    """

  @Test(arguments: Backend.contextNames)
  func itReadsWhatItsCallbackSays(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIKernel(source: Self.right))
    let image = KernelImageLoads.noise()
    let moved = try kernel.apply(
      checked: image.extent, roiCallback: { _, rect in rect.offsetBy(dx: 3, dy: 0) }, arguments: [image, 3])
    let expected = image.transformed(by: CGAffineTransform(translationX: -3, y: 0)).cropped(to: image.extent)
    #expect(
      try KernelImageLoads.pixels(moved, image.extent, context)
        == KernelImageLoads.pixels(expected, image.extent, context))
    // At half a pixel, the result is the mean of two pixels.
    let half = try kernel.apply(
      checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -1, dy: 0) }, arguments: [image, 0.5])
    let (a, b) = (try KernelImageLoads.pixel(image, 4, 9, context), try KernelImageLoads.pixel(image, 5, 9, context))
    #expect(try KernelImageLoads.pixel(half, 4, 9, context) == a + (b - a) * 0.5)
  }

  /// The signature of `setROISelector(#selector(regionOf(_:destRect:userInfo:)))` without selectors.
  private static func regionOf(_ samplerIndex: Int32, destRect: CGRect, userInfo: Any?) -> CGRect {
    destRect.offsetBy(dx: CGFloat((userInfo as? NSNumber)?.doubleValue ?? 0), dy: 0)
  }

  @Test(arguments: Backend.contextNames)
  func anOldFilterReadsWhereItsMethodSays(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIKernel(source: Self.right))
    let image = KernelImageLoads.noise(0, 0, 300, 8)
    let (filter, strip) = (CIFilter(), CGRect(x: 40, y: 0, width: 8, height: 8))
    let options: [String: Any] = [
      kCIApplyOptionDefinition: CIFilterShape(rect: strip), kCIApplyOptionUserInfo: NSNumber(value: 200),
    ]
    let expected = image.transformed(by: CGAffineTransform(translationX: -200, y: 0)).cropped(to: strip)
    // Without a region of interest, only pixels below the result are read.
    let unsaid = try #require(filter.apply(kernel, arguments: [image, 200], options: options))
    // Other pixels may or may not be available: with CI_VALIDATE=1, reading them is an error.
    if backend != "reference", ProcessInfo.processInfo.environment["CI_VALIDATE"] == "1" {
      #expect(throws: RenderError.self) { try KernelImageLoads.pixels(unsaid, strip, context) }
    }
    kernel.setROISelector(Self.regionOf)
    let moved = try #require(filter.apply(kernel, arguments: [image, 200], options: options))
    #expect(try KernelImageLoads.pixels(moved, strip, context) == KernelImageLoads.pixels(expected, strip, context))
  }

  /// Samples between pixels of an image are means of stored values, which are linearised afterwards: half-way between
  /// black and white is 0.5 in sRGB. The result of a filter is in linear light.
  @Test(arguments: Backend.contextNames)
  func samplesOfImagesAreMeansOfStoredValues(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIKernel(source: Self.right))
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let bitmap = CIImage(
      bitmapData: Data([0, 0, 0, 255, 255, 255, 255, 255]), bytesPerRow: 8, size: CGSize(width: 2, height: 1),
      format: .RGBA8, colorSpace: space)
    func middle(_ image: CIImage) throws -> Float {
      let moved = try kernel.apply(
        checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -1, dy: 0) }, arguments: [image, 0.5])
      return try KernelImageLoads.pixel(moved, 0, 0, context).x
    }
    let light = Float(pow((0.5 + 0.055) / 1.055, 2.4))
    #expect(abs(try middle(bitmap) - light) < 1e-6)
    #expect(abs(try middle(bitmap.clampedToExtent().cropped(to: bitmap.extent)) - light) < 1e-6)
    let brighter = bitmap.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(abs(try middle(brighter) - 1) < 1e-6)
    // Beyond the edge a pixel is half clear, and has the colour of the image.
    let edge = try kernel.apply(
      checked: CGRect(x: 0, y: 0, width: 3, height: 1), roiCallback: { _, rect in rect.insetBy(dx: -1, dy: 0) },
      arguments: [bitmap, 0.5])
    let last = try KernelImageLoads.pixel(edge, 1, 0, context)
    for component in 0..<4 { #expect(abs(last[component] - 0.5) < 1e-6) }
  }

  /// A kernel that only moves pixels gives the same result as a warp by the same points, for any colour space and alpha
  /// of the image.
  @Test(arguments: Backend.contextNames)
  func itSamplesAsAWarpDoes(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIKernel(
        source:
          "kernel vec4 f(sampler s, float k) { vec2 d = destCoord(); return sample(s, samplerTransform(s, d * k + d.yx "
          + "* 0.1)); }"
      ))
    let warp = try #require(
      CIWarpKernel(source: "kernel vec2 f(float k) { vec2 d = destCoord(); return d * k + d.yx * 0.1; }"))
    var random = SplitMix(seed: 5)
    var bytes = Data()
    for _ in 0..<40 * 30 {
      let alpha = UInt8.random(in: 0...255, using: &random)
      bytes += (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
    for name in [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.itur_2100_HLG] {
      let bitmap = CIImage(
        bitmapData: bytes, bytesPerRow: 160, size: CGSize(width: 40, height: 30), format: .RGBA8,
        colorSpace: CGColorSpace(name: name))
      for image in [bitmap, bitmap.cropped(to: CGRect(x: 5, y: 3, width: 20, height: 22)), bitmap.clampedToExtent()] {
        let rect = CGRect(x: -4, y: -4, width: 48, height: 40)
        let region: CIKernelROICallback = { _, rect in rect.insetBy(dx: -30, dy: -30) }
        let made = try kernel.apply(checked: rect, roiCallback: region, arguments: [image, 0.77])
        let moved = try warp.apply(checked: rect, roiCallback: region, image: image, arguments: [0.77])
        let (a, b) = (
          try KernelImageLoads.pixels(made, rect, context), try KernelImageLoads.pixels(moved, rect, context)
        )
        for (x, y) in zip(a, b) {
          // A device may round the point differently: 4e-6 of a pixel at 40, between neighbours of maximum contrast,
          // times 67, which is the maximum slope of HLG.
          for component in 0..<4 { #expect(abs(x[component] - y[component]) <= 5e-4 * max(1, abs(y[component]))) }
        }
      }
    }
  }

  @Test(arguments: Backend.contextNames)
  func samplersReadAsTheirOptionsSay(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(CIKernel(source: Self.right))
    let image = KernelImageLoads.noise()
    func made(_ options: [AnyHashable: Any], _ step: Double) throws -> CIImage {
      try kernel.apply(
        checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -50, dy: -50) },
        arguments: [CISampler(image: image, options: options), step])
    }
    let nearest = try made([kCISamplerFilterMode: kCISamplerFilterNearest], 0.4)
    #expect(try KernelImageLoads.pixel(nearest, 4, 9, context) == KernelImageLoads.pixel(image, 4, 9, context))
    let clamped = try made([kCISamplerWrapMode: kCISamplerWrapClamp], 40)
    #expect(
      try KernelImageLoads.pixel(clamped, 4, 9, context)
        == KernelImageLoads.pixel(image, Int(image.extent.maxX) - 1, 9, context))
    let shifted = try made([kCISamplerAffineMatrix: [1, 0, 0, 1, 2, 0]], 0)
    #expect(try KernelImageLoads.pixel(shifted, 4, 9, context) == KernelImageLoads.pixel(image, 2, 9, context))
    #expect(CISampler(image: image, options: [kCISamplerAffineMatrix: [2, 0, 0, 1, 0, 0]]).extent.width == 74)
  }

  @Test(arguments: Backend.contextNames)
  func aTileIsAPartOfTheWhole(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIKernel(
        source: """
          kernel vec4 mean(sampler s, float radius) {
            vec4 sum = vec4(0.0);
            for (float y = -radius; y <= radius; y += 1.0) {
              for (float x = -radius; x <= radius; x += 1.0) {
                sum += sample(s, samplerTransform(s, destCoord() + vec2(x, y)));
              }
            }
            return sum / ((2.0 * radius + 1.0) * (2.0 * radius + 1.0));
          }
          """))
    let image = KernelImageLoads.noise().applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
    let mean = try kernel.apply(
      checked: image.extent.insetBy(dx: -2, dy: -2), roiCallback: { _, rect in rect.insetBy(dx: -2, dy: -2) },
      arguments: [image, 2])
    let whole = try KernelImageLoads.pixels(mean, mean.extent, context)
    let tile = CGRect(x: 4, y: 7, width: 11, height: 9)
    let part = try KernelImageLoads.pixels(mean, tile, context)
    for y in 0..<9 {
      for x in 0..<11 {
        let row = Int(mean.extent.maxY - tile.maxY) + y
        #expect(part[y * 11 + x] == whole[row * Int(mean.extent.width) + Int(tile.minX - mean.extent.minX) + x])
      }
    }
  }

  @Test(arguments: Backend.contextNames)
  func warpsMovePixels(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let kernel = try #require(
      CIWarpKernel(
        source: "kernel vec2 mirror(float middle) { vec2 p = destCoord(); return vec2(2.0 * middle - p.x, p.y); }"
      ))
    let image = KernelImageLoads.noise(0, 0, 20, 7)
    let mirrored = try kernel.apply(
      checked: image.extent,
      roiCallback: { _, rect in CGRect(x: 20 - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) },
      image: image, arguments: [10])
    for x in 0..<20 {
      #expect(try KernelImageLoads.pixel(mirrored, x, 3, context) == KernelImageLoads.pixel(image, 19 - x, 3, context))
    }
  }

  @Test(arguments: Backend.contextNames)
  func aRegionThatIsTooSmallIsNamed(_ backend: String) throws {
    let context = try KernelImageLoads.verifyingContext(backend)
    let kernel = try #require(CIKernel(source: Self.right))
    let image = KernelImageLoads.noise()
    let moved = try kernel.apply(checked: image.extent, roiCallback: { _, rect in rect }, arguments: [image, 9])
    let error = #expect(throws: RenderError.self) {
      try KernelImageLoads.pixels(moved, CGRect(x: 0, y: 8, width: 8, height: 8), context)
    }
    let text = "\(try #require(error))"
    #expect(
      text.contains("region right(9) reads input 0 at ") && text.contains("the region of interest that it declares for")
    )
    // A sufficient region is not reported.
    let enough = try kernel.apply(
      checked: image.extent, roiCallback: { _, rect in rect.offsetBy(dx: 9, dy: 0) }, arguments: [image, 9])
    _ = try KernelImageLoads.pixels(enough, CGRect(x: 0, y: 8, width: 8, height: 8), context)
  }

  @Test(arguments: Backend.engineNames)
  func movedCallbacksCompileNothing(_ engine: String) throws {
    let context = try CIContext(checked: [.backend: engine])
    let kernel = try #require(CIKernel(source: Self.right))
    let image = KernelImageLoads.noise()
    for step in 0..<5 {
      let reach = CGFloat(step + 1)
      let moved = try kernel.apply(
        checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -reach, dy: 0) },
        arguments: [image, Double(step) + 0.5])
      let statistics = try context.statistics(of: moved, from: image.extent, format: .RGBA8, colorSpace: nil)
      #expect(step == 0 || statistics.programsCompiled == 0)
      #expect(step == 0 || statistics.planHits == 1)
    }
  }

  @Test func aSamplerReadAtItsOwnPlaceFuses() throws {
    let context = CIContext()
    let kernel = try #require(
      CIKernel(source: "kernel vec4 own(sampler s) { return sample(s, samplerCoord(s)) * 0.5; }"))
    let image = KernelImageLoads.noise().applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let made = try kernel.apply(checked: image.extent, roiCallback: { _, rect in rect }, arguments: [image])
      .applyingFilter("CISepiaTone")
    #expect(try context.statistics(of: made, from: image.extent, format: .RGBA8, colorSpace: nil).dispatches == 1)
  }
}
