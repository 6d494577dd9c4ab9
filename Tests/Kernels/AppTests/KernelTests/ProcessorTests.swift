import CoreImage
import Foundation
import Synchronization
import TestContexts
import TestSupport
import Testing

/// A processor that sets each component of a pixel to the mean of its row.
private final class RowMean: CIImageProcessorKernel {
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    CGRect(x: arguments?["left"] as? Double ?? 0, y: outputRect.minY, width: 8, height: outputRect.height)
  }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class var outputFormat: CIFormat { .RGBAf }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first, input.region.height == output.region.height else { throw Mistake.rows }
    for y in 0..<Int(output.region.height) {
      let row = (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      let sum = (0..<8).reduce(SIMD4<Float>.zero) { $0 + row[$1] }
      let result = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) { result[x] = sum / 8 }
    }
  }
}

/// A processor whose pixels are their coordinates, without an input.
private final class Coordinates: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .RGBAf }
  override class var outputIsOpaque: Bool { true }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    #expect(inputs == nil)
    for y in 0..<Int(output.region.height) {
      let row = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) {
        row[x] = [Float(output.region.minX) + Float(x), Float(output.region.maxY) - Float(y) - 1, 0, 1]
      }
    }
  }
}

/// A processor with two outputs: the input's left half, and its mirrored right half.
private final class Halves: CIImageProcessorKernel {
  final class Calls: Sendable { let count = Mutex(0) }

  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class func outputFormat(at outputIndex: Int32, arguments: [String: Any]?) -> CIFormat {
    outputIndex == 0 ? .RGBAf : .Rf
  }
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    CGRect(x: 0, y: outputRect.minY, width: 8, height: outputRect.height)
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, outputs: [any CIImageProcessorOutput]
  ) throws {
    (arguments?["calls"] as? Calls)?.count.withLock { $0 += 1 }
    guard let input = inputs?.first, outputs.count == 2 else { throw Mistake.rows }
    for (number, output) in outputs.enumerated() {
      for y in 0..<Int(output.region.height) {
        let top = Int(input.region.maxY - output.region.maxY)
        let row = (input.baseAddress + (y + top) * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
        let out = output.baseAddress + y * output.bytesPerRow
        for x in 0..<Int(output.region.width) {
          let column = Int(output.region.minX) + x
          if number == 0 {
            out.assumingMemoryBound(to: SIMD4<Float>.self)[x] = row[column]
          } else {
            out.assumingMemoryBound(to: Float.self)[x] = row[7 - column].x
          }
        }
      }
    }
  }
}

/// A processor that sums its input's columns, which it receives two at a time.
private final class ColumnSum: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .RGBAf }
  override class var isConcurrent: Bool { true }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class func roiTileArray(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> [CIVector] {
    (0..<(arguments?["tiles"] as? Int ?? 0)).map {
      CIVector(cgRect: CGRect(x: Double($0) * 2, y: outputRect.minY, width: 2, height: outputRect.height))
    }
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first, input.roiTileCount == 4, input.region.minX == CGFloat(input.roiTileIndex) * 2,
      input.region.height == output.region.height
    else { throw Mistake.rows }
    for y in 0..<Int(output.region.height) {
      let row = (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      let sum = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      sum[0] += row[0] + row[1]
    }
  }
}

private final class Failing: CIImageProcessorKernel {
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws { throw Mistake.rows }
}

/// A processor that sorts the pixels of each row by luminance, ascending.
private final class PixelSort: CIImageProcessorKernel {
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class var outputFormat: CIFormat { .RGBAf }
  override class var isConcurrent: Bool { true }
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    let row = arguments?["extent"] as? CGRect ?? outputRect
    return CGRect(x: row.minX, y: outputRect.minY, width: row.width, height: outputRect.height)
  }

  static func luminance(_ pixel: SIMD4<Float>) -> Float { pixel.x * 0.2126 + pixel.y * 0.7152 + pixel.z * 0.0722 }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first else { throw Mistake.rows }
    let left = Int(output.region.minX - input.region.minX)
    for y in 0..<Int(output.region.height) {
      let row = (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      let sorted = UnsafeBufferPointer(start: row, count: Int(input.region.width))
        .sorted { luminance($0) < luminance($1) }
      let result = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) { result[x] = sorted[left + x] }
    }
  }
}

/// A processor that stores its input's digest.
private final class Digests: CIImageProcessorKernel {
  static let last = Mutex<UInt64>(0)

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws { last.withLock { $0 = inputs?.first?.digest ?? 0 } }
}

private final class OutputDigests: CIImageProcessorKernel {
  static let last = Mutex<UInt64>(0)

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws { last.withLock { $0 = output.digest } }
}

private final class Odd: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .LA8 }
}

private enum Mistake: Error { case rows }

@Suite struct ProcessorTests {
  @Test(arguments: Backend.contextNames)
  func itReadsItsRegionBetweenOtherSteps(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = KernelImageLoads.noise(0, 0, 8, 6)
    let before = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let mean = try RowMean.apply(withExtent: image.extent, inputs: [before], arguments: ["left": 0.0])
    let after = mean.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
      .transformed(by: CGAffineTransform(translationX: 100, y: 0))
    #expect(after.extent == CGRect(x: 100, y: 0, width: 8, height: 6))
    let row = try KernelImageLoads.pixels(image, CGRect(x: 0, y: 2, width: 8, height: 1), context)
    let sum = row.reduce(SIMD4<Float>.zero) { $0 + SIMD4($1.x * 2, $1.y * 2, $1.z * 2, $1.w) } / 8
    let result = try KernelImageLoads.pixel(after, 105, 2, context)
    let expected = SIMD4(sum.x / 2, sum.y / 2, sum.z / 2, sum.w)
    for component in 0..<4 { #expect(abs(result[component] - expected[component]) < 1e-6) }
    #expect(try KernelImageLoads.pixel(after, 99, 2, context) == .zero)
    #expect(context.createCGImage(after, from: after.extent) != nil)
  }

  @Test(arguments: Backend.contextNames)
  func withoutInputsItComputesCoordinates(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try Coordinates.apply(
      withExtent: CGRect(x: -5, y: 7, width: 20, height: 10), inputs: nil, arguments: nil)
    #expect(try KernelImageLoads.pixel(image, -2, 9, context) == [-2, 9, 0, 1])
    #expect(try KernelImageLoads.pixel(image, 16, 9, context) == .zero)
    #expect(try Coordinates.apply(withExtent: .zero, inputs: nil, arguments: nil).extent.isNull)
    #expect(throws: CIKernelError.self) { try Coordinates.apply(withExtent: .infinite, inputs: nil, arguments: nil) }
  }

  @Test(arguments: Backend.contextNames)
  func severalImagesAreMadeByOneCall(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = KernelImageLoads.noise(0, 0, 8, 6)
    let calls = Halves.Calls()
    let halves = try Halves.apply(
      withExtents: [CIVector(x: 0, y: 0, z: 4, w: 6), CIVector(x: 0, y: 1, z: 4, w: 3)], inputs: [image],
      arguments: ["calls": calls])
    #expect(halves.map(\.extent) == [CGRect(x: 0, y: 0, width: 4, height: 6), CGRect(x: 0, y: 1, width: 4, height: 3)])
    let both = halves[0].composited(over: halves[1].transformed(by: CGAffineTransform(translationX: 4, y: 0)))
    let pixels = try KernelImageLoads.pixels(both, CGRect(x: 0, y: 2, width: 8, height: 1), context)
    #expect(calls.count.withLock { $0 } == 1)
    let row = try KernelImageLoads.pixels(image, CGRect(x: 0, y: 2, width: 8, height: 1), context)
    for x in 0..<4 {
      #expect(pixels[x] == row[x])
      #expect(pixels[4 + x] == [row[7 - x].x, 0, 0, 1])
    }
    // One output alone.
    #expect(try KernelImageLoads.pixel(halves[1], 1, 3, context).x == KernelImageLoads.pixel(image, 6, 3, context).x)
  }

  @Test(arguments: Backend.contextNames)
  func tilesOfAnInputComeOneAfterTheOther(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = KernelImageLoads.noise(0, 0, 8, 70)
    let column = CGRect(x: 0, y: 0, width: 1, height: 70)
    let sum = try ColumnSum.apply(withExtent: column, inputs: [image], arguments: ["tiles": 4])
    let sums = try KernelImageLoads.pixels(sum, column, context)
    let pixels = try KernelImageLoads.pixels(image, image.extent, context)
    for y in 0..<70 {
      let expected = (0..<4).reduce(SIMD4<Float>.zero) { $0 + (pixels[y * 8 + 2 * $1] + pixels[y * 8 + 2 * $1 + 1]) }
      #expect(sums[y] == expected)
    }
    let other = try ColumnSum.apply(withExtent: column, inputs: [image], arguments: ["tiles": 3])
    #expect(throws: (any Error).self) { try KernelImageLoads.pixels(other, column, context) }
  }

  @Test(arguments: Backend.contextNames)
  func pixelsAreSorted(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = KernelImageLoads.noise(-3, 5, 37, 70)
    let sorted = try PixelSort.apply(withExtent: image.extent, inputs: [image], arguments: ["extent": image.extent])
    let (before, after) = (
      try KernelImageLoads.pixels(image, image.extent, context),
      try KernelImageLoads.pixels(sorted, image.extent, context)
    )
    for y in 0..<70 {
      let row = y * 37..<(y + 1) * 37
      let (found, wanted) = (after[row].map(PixelSort.luminance), before[row].map(PixelSort.luminance).sorted())
      #expect(found == wanted)
    }
    // A part of the image is the same.
    let part = CGRect(x: 4, y: 9, width: 11, height: 20)
    let tile = try KernelImageLoads.pixels(sorted, part, context)
    for y in 0..<20 {
      let first = (Int(image.extent.maxY - part.maxY) + y) * 37 + 7
      #expect(Array(tile[y * 11..<(y + 1) * 11]) == Array(after[first..<first + 11]))
    }
  }

  @Test func equalPixelsHaveEqualDigests() throws {
    let context = CIContext()
    func digest(_ image: CIImage) throws -> UInt64 {
      _ = try KernelImageLoads.pixels(
        Digests.apply(withExtent: image.extent, inputs: [image], arguments: nil), image.extent, context)
      return Digests.last.withLock { $0 }
    }
    let first = try digest(KernelImageLoads.noise(0, 0, 8, 6))
    #expect(try digest(KernelImageLoads.noise(0, 0, 8, 6)) == first)
    #expect(try digest(KernelImageLoads.noise(0, 0, 8, 6, seed: 2)) != first)
    #expect(try digest(KernelImageLoads.noise(1, 0, 8, 6)) != first)
  }

  @Test func outputDigestsDependOnAllInputs() throws {
    let context = Backend.context()
    func digest(_ image: CIImage, _ arguments: [String: Any]?, width: CGFloat = 8) throws -> UInt64 {
      let extent = CGRect(x: 0, y: 0, width: width, height: 6)
      let made = try OutputDigests.apply(withExtent: extent, inputs: [image], arguments: arguments)
      _ = try KernelImageLoads.pixels(made, extent, context)
      return OutputDigests.last.withLock { $0 }
    }
    let image = KernelImageLoads.noise(0, 0, 8, 6)
    let first = try digest(image, ["a": 1, "b": [1.5, "x"]])
    #expect(try digest(KernelImageLoads.noise(0, 0, 8, 6), ["b": [1.5, "x"], "a": 1]) == first)
    #expect(try digest(image, ["a": 2, "b": [1.5, "x"]]) != first)
    #expect(try digest(image, ["a": 1, "b": [1.5, "y"]]) != first)
    #expect(try digest(image, nil) != first)
    #expect(try digest(KernelImageLoads.noise(0, 0, 8, 6, seed: 2), ["a": 1, "b": [1.5, "x"]]) != first)
    #expect(try digest(image, ["a": 1, "b": [1.5, "x"]], width: 7) != first)
  }

  @Test func mistakesAreNamed() throws {
    let context = CIContext()
    let image = try Failing.apply(withExtent: CGRect(x: 0, y: 0, width: 4, height: 4), inputs: nil, arguments: nil)
    let error = #expect(throws: (any Error).self) { try KernelImageLoads.pixels(image, image.extent, context) }
    #expect("\(try #require(error))" == "the processor Failing failed: rows")
    #expect(throws: CIKernelError.self) {
      try Odd.apply(withExtent: CGRect(x: 0, y: 0, width: 4, height: 4), inputs: nil, arguments: nil)
    }
  }

  @Test func graphsAndPlansKnowIt() throws {
    let context = CIContext()
    let image = KernelImageLoads.noise(0, 0, 8, 6)
    let mean = try RowMean.apply(withExtent: image.extent, inputs: [image], arguments: ["left": 0.0])
    #expect(mean.description.contains("RowMean"))
    _ = try context.plan(of: mean, from: mean.extent, format: .RGBA8, colorSpace: nil)
  }
}
