import CStages
import ImageGraph
import ImagePrograms
import ProcessorEngine
import RandomNumbers
import Testing

/// Loads and stores of every pixel format, on every level, compared with `PixelBuffer`.
@Suite struct PixelFormatTests {
  /// The width is not a multiple of any vector, so that the end of a row is tested.
  private static let (width, height) = (75, 3)

  @Test(arguments: PixelFormat.allCases, ProcessorLevel.supported)
  func pixelsAreLoadedExactly(_ format: PixelFormat, _ level: ProcessorLevel) throws {
    let image = try Self.random(format)
    let copy = try Self.copied(image, to: .rgbaf, level)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (actual, expectedColor) = (copy.color(x: x, y: y), image.color(x: x, y: y))
        for index in 0..<4
        where actual[index] != expectedColor[index] && !(actual[index].isNaN && expectedColor[index].isNaN) {
          Issue.record("\(format) on \(level) at \(x), \(y): \(actual), not \(expectedColor)")
          return
        }
      }
    }
  }

  @Test(arguments: PixelFormat.allCases, ProcessorLevel.supported)
  func pixelsAreStoredExactly(_ format: PixelFormat, _ level: ProcessorLevel) throws {
    let image = try PixelBuffer(width: Self.width, height: Self.height, format: .rgbaf)
    let expected = try PixelBuffer(width: Self.width, height: Self.height, format: format)
    var random = SplitMix(seed: 3)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let hostile = x % 7 == 0 ? StageArguments.hostile.randomElement(using: &random) : nil
        let color = SIMD4<Float>((0..<4).map { _ in hostile ?? Float.random(in: -0.1...1.1, using: &random) })
        image.store(color, x: x, y: y)
        expected.store(color, x: x, y: y)
      }
    }
    let stored = try Self.copied(image, to: format, level)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (actual, expectedColor) = (stored.color(x: x, y: y), expected.color(x: x, y: y))
        for index in 0..<4
        where actual[index] != expectedColor[index] && !(actual[index].isNaN && expectedColor[index].isNaN) {
          Issue.record(
            "\(format) on \(level) at \(x), \(y): \(actual), not \(expectedColor), of \(image.color(x: x, y: y))")
          return
        }
      }
    }
  }

  /// Converts every half to a float and back.
  @Test(arguments: ProcessorLevel.supported)
  func everyHalfSurvives(_ level: ProcessorLevel) throws {
    let image = try PixelBuffer(width: 256, height: 64, format: .rgbah)
    let halves = image.bytes.assumingMemoryBound(to: UInt16.self)
    for index in 0..<65536 { halves[index] = UInt16(index) }
    let copy = try Self.copied(image, to: .rgbah, level)
    let copied = copy.bytes.assumingMemoryBound(to: UInt16.self)
    for index in 0..<65536 where copied[index] != halves[index] {
      let isNaN = index & 0x7c00 == 0x7c00 && index & 0x3ff != 0
      guard isNaN, copied[index] & 0x7e00 == 0x7e00 else {
        Issue.record("\(level): \(String(index, radix: 16)) became \(String(copied[index], radix: 16))")
        return
      }
    }
  }

  private static func random(_ format: PixelFormat) throws -> PixelBuffer {
    let image = try PixelBuffer(width: width, height: height, format: format)
    var random = SplitMix(seed: 5)
    for index in 0..<image.byteCount {
      image.bytes.storeBytes(of: UInt8.random(in: 0...255, using: &random), toByteOffset: index, as: UInt8.self)
    }
    return image
  }

  /// Copies an image with a program that only reads and stores it.
  private static func copied(
    _ image: PixelBuffer, to format: PixelFormat, _ level: ProcessorLevel
  ) throws -> PixelBuffer {
    let region = UserRect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    var block = Program.Block()
    let (at, geometry) = (block.value(.at), block.value(.live(1, .float4)))
    _ = block.value(.fetch(input: 0, at: at, geometry: geometry))
    let program = Program(
      blocks: [block], inputs: [.texel], store: .pixels(format), pixelsPerInvocation: 4, slotCount: 2)
    let geometryArgument = Argument.float4([0, Float(image.height), Float(image.width), Float(image.height)])
    let schedule = Schedule(
      images: [
        Schedule.Image(
          kind: .source(Source(image, colorSpace: nil, alpha: .premultiplied)), region: region, store: nil),
        Schedule.Image(kind: .output, region: region, store: .pixels(format)),
      ],
      dispatches: [
        Schedule.Dispatch(
          program: program, arguments: [geometryArgument, geometryArgument], inputs: [0], output: 1, region: region)
      ], output: 1)
    return try ProcessorContext(Stages.tested(level)).pixels(of: schedule).pixels
  }
}
