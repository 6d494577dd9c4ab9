import ImageColor
import ImageGraph
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import RandomNumbers
import Testing

/// The specialised code for images of 8 bits, and of floats.
@Suite struct EightBitTests {
  private static let (width, height) = (37, 23)

  /// Interpolation of stored samples, compared with the mean in double precision: inside, across the edges and outside.
  @Test(arguments: [PixelFormat.rgba8, .bgra8, .argb8, .rgbx8, .rgba16, .rgbah, .rgbaf, .l8], ProcessorLevel.supported)
  func bilinearReadsAreMeans(_ format: PixelFormat, _ level: ProcessorLevel) throws {
    let image = try PixelBuffer(width: Self.width, height: Self.height, format: format)
    var random = SplitMix(seed: 11)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        image.store(SIMD4<Float>((0..<4).map { _ in .random(in: 0...1, using: &random) }), x: x, y: y)
      }
    }
    let rows = (SIMD3<Float>(0.8, 0.31, -4.3), SIMD3<Float>(-0.27, 0.9, 3.1))
    let result = try Self.transformed(image, rows, level)
    func pixel(_ x: Double, _ y: Double) -> SIMD4<Double> {
      let (column, row) = (Int(x.rounded(.down)), Self.height - 1 - Int(y.rounded(.down)))
      guard (0..<Self.width).contains(column), (0..<Self.height).contains(row) else { return .zero }
      return SIMD4<Double>(image.color(x: column, y: row))
    }
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let at = SIMD3<Float>(Float(column) + 0.5, Float(Self.height - row) - 0.5, 1)
        let (x, y) = (Double((rows.0 * at).sum()) - 0.5, Double((rows.1 * at).sum()) - 0.5)
        let (left, low) = (x.rounded(.down), y.rounded(.down))
        let bottom = pixel(left, low) * (1 - (x - left)) + pixel(left + 1, low) * (x - left)
        let top = pixel(left, low + 1) * (1 - (x - left)) + pixel(left + 1, low + 1) * (x - left)
        let expected = bottom * (1 - (y - low)) + top * (y - low)
        let error = SIMD4<Double>(result.color(x: column, y: row)) - expected
        // Floats represent the point with an error of some millionths.
        #expect(error.max() < 2e-5 && error.min() > -2e-5, "\(format) on \(level) at \(column), \(row): error \(error)")
      }
    }
  }

  /// Interpolation with a weight of 0 preserves each half.
  @Test(arguments: ProcessorLevel.supported) func bilinearReadsPreserveEveryHalf(_ level: ProcessorLevel) throws {
    let side = 256
    let image = try PixelBuffer(width: side, height: side, format: .rgbah)
    func half(_ x: Int, _ y: Int) -> Float {
      let value = Float(Float16(bitPattern: UInt16(y * side + x)))
      return value.isFinite ? value : 0.5
    }
    for y in 0..<side { for x in 0..<side { image.store(SIMD4(half(x, y), -half(x, y), 1, 0), x: x, y: y) } }
    let same = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0))
    let result = try Self.transformed(image, same, level)
    for y in 0..<side {
      for x in 0..<side {
        #expect(result.color(x: x, y: y) == SIMD4(half(x, y), -half(x, y), 1, 0), "\(level): \(x), \(y)")
      }
    }
  }

  /// Before rounding, the error of every value is below 1/100 of a step.
  @Test(arguments: ProcessorLevel.supported)
  func linearLightIsEncodedWithinAStep(_ level: ProcessorLevel) throws {
    let count = 4096
    let image = try PixelBuffer(width: count, height: 1, format: .rgbaf)
    for index in 0..<count {
      let light = Float(index) / Float(count - 1) * 1.05
      image.store([light, light * light, -light, 1], x: index, y: 0)
    }
    var block = Program.Block()
    let fetched = block.value(
      .fetch(input: 0, at: block.value(.at), geometry: block.value(.live(1, .float4))))
    _ = block.value(.call(Program.Function(ColorConversions.sRGBFromLinear), arguments: [fetched]))
    let result = try Self.run(block, image, [], as: .rgba8, level)
    for index in 0..<count {
      let (light, stored) = (image.color(x: index, y: 0), result.color(x: index, y: 0) * 255)
      for channel in 0..<3 {
        let encoded = min(max(sRGBFromLinear(Double(light[channel])), 0), 1) * 255
        #expect(abs(Double(stored[channel]) - encoded) < 0.51, "\(level): \(light[channel])")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 7])
  func histogramsCountEveryPixelOnce(_ threads: Int) throws {
    let (width, height, bins) = (131, 77, 16)
    let image = try PixelBuffer(width: width, height: height, format: .rgba8)
    var random = SplitMix(seed: 4)
    var expected = [Float](repeating: 0, count: 4 * bins)
    for y in 0..<height {
      for x in 0..<width {
        let color = SIMD4<UInt8>((0..<4).map { _ in .random(in: 0...255, using: &random) })
        image.store(SIMD4<Float>(color) / 255, x: x, y: y)
        for channel in 0..<4 { expected[min(bins - 1, Int(color[channel]) * bins / 255) * 4 + channel] += 1 }
      }
    }
    var block = Program.Block()
    _ = block.value(.fetch(input: 0, at: block.value(.at), geometry: block.value(.live(1, .float4))))
    let program = Program(
      blocks: [block], inputs: [.texel], store: .histogram(bins: 2), pixelsPerInvocation: 1, slotCount: 3)
    let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
    let geometry = Argument.float4([0, Float(height), Float(width), Float(height)])
    let schedule = Schedule(
      images: [
        Schedule.Image(
          kind: .source(Source(image, colorSpace: nil, alpha: .premultiplied)), region: region, store: nil),
        Schedule.Image(
          kind: .counters(bins: bins), region: UserRect(x: 0, y: 0, width: Double(bins), height: 1), store: nil),
      ],
      dispatches: [
        Schedule.Dispatch(
          program: program, arguments: [geometry, geometry, .int(Int32(bins))], inputs: [0], output: 1, region: region)
      ], output: 1)
    var options = ProcessorContext.Options()
    options.threads = threads
    let context = try ProcessorContext(Stages.tested(ProcessorLevel.supported.last!), options)
    var counts: [Float] = []
    try context.run(schedule) { rows, _ in counts = Array(rows.bindMemory(to: Float.self).prefix(4 * bins)) }
    #expect(counts == expected)
  }

  private static func transformed(
    _ image: PixelBuffer, _ rows: (SIMD3<Float>, SIMD3<Float>), _ level: ProcessorLevel
  ) throws -> PixelBuffer {
    var main = Program.Block()
    let point = main.value(
      .transform(at: main.value(.at), row0: main.value(.live(2, .float3)), row1: main.value(.live(3, .float3))))
    _ = main.value(.bilinear(reader: 1, at: point))
    var reader = Program.Block()
    _ = reader.value(.fetch(input: 0, at: reader.value(.at), geometry: reader.value(.live(1, .float4))))
    return try run(main, image, [reader], as: .rgbaf, level, [.float3(rows.0), .float3(rows.1)])
  }

  /// Runs a program. Slots: the output's geometry, the image's, and then `arguments`.
  private static func run(
    _ main: Program.Block, _ image: PixelBuffer, _ readers: [Program.Block], as format: PixelFormat,
    _ level: ProcessorLevel, _ arguments: [Argument] = []
  ) throws -> PixelBuffer {
    let region = UserRect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    let geometry = Argument.float4([0, Float(image.height), Float(image.width), Float(image.height)])
    let program = Program(
      blocks: [main] + readers, inputs: [.texel], store: .pixels(format), pixelsPerInvocation: 4,
      slotCount: 2 + arguments.count)
    let schedule = Schedule(
      images: [
        Schedule.Image(
          kind: .source(Source(image, colorSpace: nil, alpha: .premultiplied)), region: region, store: nil),
        Schedule.Image(kind: .output, region: region, store: .pixels(format)),
      ],
      dispatches: [
        Schedule.Dispatch(
          program: program, arguments: [geometry, geometry] + arguments, inputs: [0], output: 1, region: region)
      ], output: 1)
    return try ProcessorContext(Stages.tested(level)).pixels(of: schedule).pixels
  }
}
