import Foundation
import ImageGraph
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing
import VulkanEngine

/// Whether the validation layer is installed. If so, tests use it.
let hasValidation: Bool = {
  var options = VulkanContext.Options()
  options.pipelineDirectory = nil
  options.validates = true
  return (try? VulkanContext(options)) != nil
}()

/// The context that most tests share.
let sharedContext: VulkanContext? = {
  guard Kernels.isAvailable else { return nil }
  var options = VulkanContext.Options()
  options.pipelineDirectory = nil
  options.validates = hasValidation
  return try? VulkanContext(options, stitch: Kernels.stitch)
}()

/// A trait that requires that the validation layer reports no messages in the tests of a suite.
struct SilentValidation: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    if let context = sharedContext { #expect(context.validationMessages == []) }
  }
}

extension Trait where Self == SilentValidation {
  static var silentValidation: Self { Self() }
}

@Suite(.enabled(if: sharedContext != nil), .silentValidation) struct RunTests {
  let context = sharedContext!

  /// Returns the bytes of the output's rows without padding.
  func rows(_ schedule: Schedule, on context: VulkanContext? = nil) throws -> [UInt8] {
    let (pixels, _) = try (context ?? self.context).pixels(of: schedule)
    let used = pixels.width * pixels.format.bytesPerPixel
    return (0..<pixels.height).flatMap { y in
      Array(UnsafeRawBufferPointer(start: pixels.row(y), count: used))
    }
  }

  func bytes(_ pixels: PixelBuffer) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
  }

  @Test(arguments: [(64, 48), (1, 1), (3, 5), (4096, 2), (1, 4096), (16384, 1), (257, 129)])
  func aCopyKeepsEveryByte(width: Int, height: Int) throws {
    let pixels = try noise(width, height)
    var builder = ScheduleBuilder()
    let source = builder.source(Source(pixels))
    let output = builder.image(.output, builder.images[source].region, .rgba8)
    builder.dispatch("copy", [source], to: output)
    let isSame = try rows(builder.schedule) == bytes(pixels)
    #expect(isSame)
  }

  @Test func fourPixelsAtATimeCopyTheSameBytes() throws {
    let pixels = try noise(1021, 33)
    var builder = ScheduleBuilder()
    let source = builder.source(Source(pixels))
    let output = builder.image(.output, UserRect(x: 0, y: 0, width: 1021, height: 33), .rgba8)
    builder.dispatch("copy4", [source], to: output, forms: [.packed(.rgba8)], wide: true)
    let isSame = try rows(builder.schedule) == bytes(pixels)
    #expect(isSame)
  }

  /// The formats that the kernels of these tests read as texels. In Vulkan, `rgba16` is optional.
  private static let texelFormats: [PixelFormat] = {
    guard let context = sharedContext else { return [] }
    return [PixelFormat.rgba8, .bgra8, .rgba16, .rgbaf].filter { format in
      guard let pixels = try? PixelBuffer(width: 1, height: 1, format: format) else { return false }
      var builder = ScheduleBuilder()
      let source = builder.source(Source(pixels))
      let output = builder.image(.output, UserRect(x: 0, y: 0, width: 1, height: 1), .rgba8)
      builder.dispatch("copy", [source], to: output)
      return (try? context.pixels(of: builder.schedule)) != nil
    }
  }()

  @Test func theFormatsThatEveryDeviceReadsAreRead() {
    #expect(Set(Self.texelFormats).isSuperset(of: [.rgba8, .rgbaf]))
  }

  @Test(arguments: texelFormats)
  func formatsKeepTheirBytes(format: PixelFormat) throws {
    let pixels = try noise(37, 11, format)
    if format == .rgbaf {
      for index in 0..<(37 * 11 * 4) {
        pixels.bytes.storeBytes(of: Float(index) * 0.37 - 50, toByteOffset: index * 4, as: Float.self)
      }
    }
    let store: Program.StoreForm =
      switch format {
      case .bgra8: .bgra8
      case .rgba16: .rgba16
      case .rgbaf: .rgbaFloat
      default: .rgba8
      }
    var builder = ScheduleBuilder()
    let source = builder.source(Source(pixels))
    let output = builder.image(.output, UserRect(x: 0, y: 0, width: 37, height: 11), store)
    builder.dispatch("copy", [source], to: output)
    let isSame = try rows(builder.schedule) == bytes(pixels)
    #expect(isSame)
  }

  @Test func rareFormatsAreExpanded() throws {
    func expanded(_ format: PixelFormat, _ pixel: [UInt8]) throws -> [UInt8] {
      let pixels = try PixelBuffer(width: 1, height: 1, format: format)
      pixels.bytes.copyMemory(from: pixel, byteCount: pixel.count)
      var builder = ScheduleBuilder()
      let source = builder.source(Source(pixels))
      let output = builder.image(.output, UserRect(x: 0, y: 0, width: 1, height: 1), .rgba8)
      builder.dispatch("copy", [source], to: output)
      return try rows(builder.schedule)
    }
    #expect(try expanded(.argb8, [4, 1, 2, 3]) == [1, 2, 3, 4])
    #expect(try expanded(.abgr8, [4, 3, 2, 1]) == [1, 2, 3, 4])
    #expect(try expanded(.rgbx8, [1, 2, 3, 4]) == [1, 2, 3, 255])
    #expect(try expanded(.r8, [9]) == [9, 0, 0, 255])
    #expect(try expanded(.rg8, [9, 8]) == [9, 8, 0, 255])
    #expect(try expanded(.a8, [9]) == [0, 0, 0, 9])
    #expect(try expanded(.l8, [9]) == [9, 9, 9, 255])
    #expect(try expanded(.la8, [9, 7]) == [9, 9, 9, 7])
    if Self.texelFormats.contains(.rgba16) {
      #expect(try expanded(.l16, [0xff, 0xff]) == [255, 255, 255, 255])
    }
    #expect(try expanded(.lh, [0x00, 0x3c]) == [255, 255, 255, 255])
    #expect(try expanded(.laf, [0, 0, 0x80, 0x3f, 0, 0, 0, 0]) == [255, 255, 255, 0])
  }

  @Test func onlyTheRegionOfADispatchIsComputed() throws {
    var builder = ScheduleBuilder()
    let region = UserRect(x: -7, y: 5, width: 50, height: 40)
    let output = builder.image(.output, region, .rgbaFloat)
    builder.dispatch("coordinates", [], to: output, [.float2([3, 4])])
    builder.dispatch(
      "coordinates", [], to: output, [.float2([8, 9])], part: UserRect(x: 1, y: 10, width: 4, height: 2))
    let statistics = try context.run(builder.schedule) { rows, rowBytes in
      func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        rows.load(fromByteOffset: y * rowBytes + x * 16, as: SIMD4<Float>.self)
      }
      #expect(pixel(0, 0) == [-6.5, 44.5, 3, 4])
      #expect(pixel(49, 39) == [42.5, 5.5, 3, 4])
      #expect(pixel(8, 33) == [1.5, 11.5, 8, 9])
      #expect(pixel(11, 34) == [4.5, 10.5, 8, 9])
      #expect(pixel(12, 33) == [5.5, 11.5, 3, 4])
      #expect(pixel(8, 32) == [1.5, 12.5, 3, 4])
      #expect(pixel(8, 35) == [1.5, 9.5, 3, 4])
    }
    #expect(statistics.pixelsProcessed == 50 * 40 + 8)
    #expect(statistics.dispatches == 2)
  }

  /// Each step reads its neighbours and reuses memory of two steps before: a missing barrier changes the result.
  @Test func aLongChainReusesMemoryAndKeepsItsOrder() throws {
    let region = UserRect(x: 0, y: 0, width: 200, height: 100)
    let pixels = try PixelBuffer(width: 200, height: 100, format: .rgbaf)
    var expected = [Float](repeating: 0, count: 200 * 100)
    for index in expected.indices {
      expected[index] = Float(index % 31)
      pixels.bytes.storeBytes(of: expected[index], toByteOffset: index * 16, as: Float.self)
    }
    var builder = ScheduleBuilder()
    var image = builder.source(Source(pixels))
    for step in 1...40 {
      let next = builder.image(step == 40 ? .output : .intermediate, region, .rgbaFloat)
      builder.dispatch("smear", [image], to: next)
      image = next
      expected = expected.indices.map { index in
        let x = index % 200
        return ((x < 199 ? expected[index + 1] : 0) + (x > 0 ? expected[index - 1] : 0)) / 2
      }
    }
    let statistics = try context.run(builder.schedule) { rows, rowBytes in
      let different = expected.indices.filter { index in
        rows.load(fromByteOffset: index / 200 * rowBytes + index % 200 * 16, as: Float.self) != expected[index]
      }
      #expect(different.isEmpty)
    }
    // The source, two blocks, the output and the arguments, not 40 images. On a discrete device, the source and the
    // output also have staging memory.
    #expect(statistics.peakBytes < (context.profile.isUnified ? 5 : 7) * 200 * 100 * 16)
    #expect(statistics.programsCompiled <= 1)
  }

  /// Pixels of every format are uploaded: small images by one thread, large ones by several.
  @Test(arguments: PixelFormat.allCases, [(61, 43), (1201, 1100)])
  func imagesOfAllFormatsAreRead(_ format: PixelFormat, _ size: (Int, Int)) throws {
    let pixels = try noise(size.0, size.1, format)
    guard size.0 < 100 || format.channels.count == 4 && format.component != .float,
      size.0 * size.1 <= context.profile.limits.texelBufferElements
    else { return }
    var builder = ScheduleBuilder()
    let source = builder.source(Source(pixels))
    let output = builder.image(
      .output, UserRect(x: 0, y: 0, width: Double(size.0), height: Double(size.1)), .rgbaFloat)
    builder.dispatch("scale", [source], to: output, [.float4([1, 1, 1, 1])])
    // Devices and the host round normalised integers differently, and ten bits are expanded to sixteen. Subnormal
    // values may be flushed to 0.
    let tolerance: Float =
      switch format.component {
      case .packed10: 1e-5
      case .unorm8, .unorm16: 1e-7
      case .half, .float: 0x1p-126
      }
    func wrong(_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) -> Int {
      var count = 0
      for y in 0..<size.1 {
        for x in 0..<size.0 {
          let actual = rows.load(fromByteOffset: y * rowBytes + x * 16, as: SIMD4<Float>.self)
          let expectedColor = pixels.color(x: x, y: y)
          for (a, b) in (0..<4).map({ (actual[$0], expectedColor[$0]) }) {
            if a != b, !(a.isNaN && b.isNaN), !(abs(a - b) <= tolerance) { count += 1 }
          }
        }
      }
      return count
    }
    do {
      try context.run(builder.schedule) { #expect(wrong($0, $1) == 0) }
    } catch {
      // SwiftShader has no texels of 16 bits.
      guard case .unsupported = error, [.unorm16, .packed10].contains(format.component) else { throw error }
    }
  }

  @Test func twoInputsAreAdded() throws {
    let (a, b) = (try noise(64, 64, .rgbaf), try noise(64, 64, .rgbaf))
    for index in 0..<(64 * 64 * 4) {
      a.bytes.storeBytes(of: Float(index), toByteOffset: index * 4, as: Float.self)
      b.bytes.storeBytes(of: Float(index % 7), toByteOffset: index * 4, as: Float.self)
    }
    var builder = ScheduleBuilder()
    let inputs = [builder.source(Source(a)), builder.source(Source(b))]
    let output = builder.image(.output, UserRect(x: 0, y: 0, width: 64, height: 64), .rgbaFloat)
    builder.dispatch("add", inputs, to: output)
    try context.run(builder.schedule) { rows, _ in
      let wrong = (0..<(64 * 64 * 4)).filter { rows.load(fromByteOffset: $0 * 4, as: Float.self) != Float($0 + $0 % 7) }
      #expect(wrong.isEmpty)
    }
  }

  @Test func aHistogramCountsAndIsReadAsAImage() throws {
    let pixels = try noise(100, 100)
    var builder = ScheduleBuilder()
    let source = builder.source(Source(pixels))
    let counters = builder.image(.counters(bins: 16), UserRect(x: 0, y: 0, width: 16, height: 1), nil)
    let output = builder.image(.output, UserRect(x: 0, y: 0, width: 16, height: 1), .rgbaFloat)
    let whole = UserRect(x: 0, y: 0, width: 100, height: 100)
    builder.dispatch("histogram", [source], to: counters, [.int(16)], store: .histogram(bins: 2), frame: whole)
    builder.dispatch("scale", [counters], to: output, [.float4([1, 1, 1, 1])])
    var expected = [Float](repeating: 0, count: 64)
    for (index, byte) in bytes(pixels).enumerated() {
      expected[min(Int(Float(byte) / 255 * 16), 15) * 4 + index % 4] += 1
    }
    let check: (UnsafeRawBufferPointer, Int) -> Void = { rows, _ in
      #expect((0..<64).map { rows.load(fromByteOffset: $0 * 4, as: Float.self) } == expected)
    }
    try context.run(builder.schedule, receive: check)
    builder.output(counters)
    try context.run(builder.schedule, receive: check)
  }

  @Test func aSourceAsOutputIsReturnedUnchanged() throws {
    let pixels = try noise(33, 7, .bgra8)
    var builder = ScheduleBuilder()
    builder.output(builder.source(Source(pixels)))
    let isSame = try rows(builder.schedule) == bytes(pixels)
    #expect(isSame)
  }

  @Test func newArgumentsCompileNothing() throws {
    let source = Source(try noise(16, 16))
    func statistics(_ gain: Float, size: Double) throws -> RenderStatistics {
      var builder = ScheduleBuilder()
      let input = builder.source(source)
      let output = builder.image(.output, UserRect(x: 0, y: 0, width: size, height: size), .rgbaHalf)
      builder.dispatch("scale", [input], to: output, [.float4(SIMD4(repeating: gain))])
      return try context.run(builder.schedule) { _, _ in }
    }
    _ = try statistics(1, size: 16)
    #expect(try statistics(2, size: 16).programsCompiled == 0)
    #expect(try statistics(3, size: 31).programsCompiled == 0)
  }
}
