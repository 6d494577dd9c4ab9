import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import ProcessorEngine
import RandomNumbers
import ReferenceEngine
import TestSupport
import Testing

/// Video planes on the processor: in-place reads and stores of planes.
@Suite struct VideoRowsTests {
  /// The layout of a video's planes, with the upsampling and downsampling of chroma.
  struct Video: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var isPaired = true
    var rows = 2
    var depth = 8
    /// The parameters of upsampling, see `PlaneFormulas.expand`.
    var offset: (across: Float, up: Float) = (0, 0)
    var interpolation: Float = 0
    var across = PlaneStore.mean

    var bytes: Int { depth > 8 ? 2 : 1 }
    var luma: PixelFormat { depth > 8 ? .r16 : .r8 }
    var chroma: PixelFormat { depth > 8 ? (isPaired ? .rg16 : .r16) : (isPaired ? .rg8 : .r8) }
    var store: PlaneStore {
      PlaneStore(
        columns: 2, rows: rows, isPaired: isPaired, depth: depth, shift: depth == 10 ? 6 : 0, columnWeights: across)
    }
  }

  static let videos = [
    Video(testDescription: "groups, paired"), Video(testDescription: "groups, apart", isPaired: false),
    Video(
      testDescription: "mixed, to the left", offset: (0.5, 0), interpolation: 1, across: SIMD4(0.25, 0.5, 0.25, 0)),
    Video(
      testDescription: "mixed, between, apart", isPaired: false, offset: (0, 0), interpolation: 1,
      across: SIMD4(0.125, 0.375, 0.375, 0.125)),
    Video(testDescription: "mixed, offset, 10 bits", depth: 10, offset: (-0.5, 1.5), interpolation: 1),
    Video(
      testDescription: "of each row", rows: 1, offset: (0.5, 0), interpolation: 1, across: SIMD4(0, 0.25, 0.5, 0.25)),
    Video(testDescription: "of each row, apart, 16 bits", isPaired: false, rows: 1, depth: 16),
  ]

  /// Sizes from one pixel to more than the widest vectors, and wider than a block.
  private static let sizes = [(1, 1), (2, 3), (3, 2), (17, 9), (33, 18), (67, 31), (1100, 4)]

  private static func noise(_ format: PixelFormat, _ width: Int, _ height: Int, _ seed: UInt64) throws -> Node {
    let pixels = try PixelBuffer(width: width, height: height, format: format)
    var random = SplitMix(seed: seed)
    for index in 0..<pixels.byteCount {
      pixels.bytes.storeBytes(of: UInt8.random(in: 0...255, using: &random), toByteOffset: index, as: UInt8.self)
    }
    return .source(Source(pixels, colorSpace: nil, alpha: .opaque))
  }

  /// Returns a frame with Y', Cb and Cr of all pixels.
  private static func frame(_ video: Video, _ width: Int, _ height: Int, luma weight: Float = 1) throws -> Node {
    let (columns, rows) = ((width + 1) / 2, (height + video.rows - 1) / video.rows)
    func plane(_ seed: UInt64) throws -> Node { try noise(video.chroma, columns, rows, seed) }
    let (red, green, none) = (SIMD4<Float>(1, 0, 0, 0), SIMD4<Float>(0, 1, 0, 0), SIMD4<Float>.zero)
    var chroma = try plane(2)
    if !video.isPaired {
      let other = try plane(3)
      chroma = Node.combined([chroma, other, other], by: PlaneFormulas.join, red, red, none, extent: .union)
    }
    chroma = chroma.clampedToExtent
    if video.rows == 2 {
      chroma = chroma.gathered(by: PlaneFormulas.expand, Axis.vertical, video.offset.up, video.interpolation)
    }
    chroma = chroma.gathered(by: PlaneFormulas.expand, Axis.horizontal, video.offset.across, video.interpolation)
    let luma = try noise(video.luma, width, height, 1)
    return Node.combined(
      [luma, chroma, chroma], by: PlaneFormulas.join, red * weight, red, green, extent: .stated(luma.extent))
  }

  private static func options(partition: (threads: Int, chunk: Int)) -> ProcessorContext.Options {
    var options = ProcessorContext.Options()
    (options.threads, options.partitioning.chunkPixels, options.partitioning.maximumOverhead) = (
      partition.threads, partition.chunk, .infinity
    )
    if partition.chunk < 1000 { (options.partitioning.cacheBytes, options.partitioning.minimumColumns) = (1, 16) }
    return options
  }

  private static func schedule(
    _ node: Node, _ region: UserRect, as form: Program.StoreForm
  ) throws -> Schedule {
    try makeSchedule(
      try optimized(node, options: PassOptions()), ScheduleTarget(region, as: form, working: .rgbaFloat))
  }

  /// Colour steps, repeated edges and blurs of frames agree with the reference.
  @Test(arguments: videos, ProcessorLevel.supported)
  func framesAgreeWithTheReference(_ video: Video, _ level: ProcessorLevel) throws {
    let context = try ProcessorContext(Stages.tested(level))
    let recipes: [(Node) -> Node] = [
      { $0 }, { $0.clampedToExtent.gathered(by: GaussianBlur.reduce, Axis.horizontal, 2 as Int32) },
      { $0.transformed(by: .translation(1, 1))!.mapped(by: ExposureAdjust.formula, Float(0.5)) },
    ]
    for (width, height) in Self.sizes {
      let frame = try Self.frame(video, width, height)
      for (number, recipe) in recipes.enumerated() {
        let node = recipe(frame)
        for region in [
          UserRect(x: 0, y: 0, width: Double(width), height: Double(height)),
          UserRect(x: -3, y: -2, width: Double(width) + 4, height: Double(height) + 5),
        ] {
          let expected = try renderReference(node, region)
          let pixels = try context.pixels(of: try Self.schedule(node, region, as: .rgbaFloat)).pixels
          var worst: Float = 0
          for y in 0..<expected.height {
            for x in 0..<expected.width {
              let difference = expected.pixels[y * expected.width + x] - pixels.color(x: x, y: y)
              worst = max(worst, max(difference.max(), -difference.min()))
            }
          }
          #expect(worst < 1e-6, "\(width)x\(height), recipe \(number), \(region): \(worst)")
        }
      }
    }
  }

  /// Returns the unrounded samples of planes, from pixels in floats.
  private static func samples(
    _ colors: PixelBuffer, _ store: PlaneStore, _ width: Int, _ height: Int
  ) -> [[Double]] {
    let largest = Double(1 << store.depth - 1)
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> { colors.color(x: min(max(x, 0), width - 1), y: min(y, height - 1)) }
    func sample(_ value: Double) -> Double { (value > 0 ? min(value, 1) : 0) * largest }
    let luma = (0..<height).flatMap { y in (0..<width).map { sample(Double(color($0, y).x)) } }
    var chroma: [SIMD2<Double>] = []
    for y in stride(from: 0, to: height, by: store.rows) {
      for x in stride(from: 0, to: width, by: 2) {
        var sum = SIMD2<Double>.zero
        for row in 0..<store.rows {
          for column in 0..<4 {
            let color = color(x + column - 1, y + row)
            sum += SIMD2(Double(color.y), Double(color.z)) * Double(store.columnWeights[column]) / Double(store.rows)
          }
        }
        chroma.append(SIMD2(sample(sum.x), sample(sum.y)))
      }
    }
    return store.isPaired ? [luma, chroma.flatMap { [$0.x, $0.y] }] : [luma, chroma.map(\.x), chroma.map(\.y)]
  }

  /// Returns the stored samples of all planes.
  private static func planes(
    _ schedule: Schedule, _ store: PlaneStore, on context: ProcessorContext
  ) throws -> [[Double]] {
    let image = schedule.images[schedule.output]
    let planes = store.planes(pitch: image.pitch, height: image.height)
    var result: [[Double]] = []
    _ = try context.start(Run(schedule), windows: SourceWindows()).complete(into: [], between: {}) { _, rows, _ in
      let start = rows.baseAddress!
      for (index, plane) in planes.enumerated() {
        let (columns, lines) = index == 0 ? (1, 1) : (2, store.rows)
        let count = ((image.width - 1) / columns + 1) * (index > 0 && store.isPaired ? 2 : 1)
        result.append(
          (0...(image.height - 1) / lines).flatMap { row in
            (0..<count).map { column in
              let address = start + plane.offset + row * plane.rowBytes + column * store.bytesPerSample
              return store.bytesPerSample == 1
                ? Double(address.load(as: UInt8.self)) : Double(address.load(as: UInt16.self) >> UInt16(store.shift))
            }
          })
      }
    }
    return result
  }

  @Test(arguments: videos, ProcessorLevel.supported)
  func planesAgreeWithTheirDefinition(_ video: Video, _ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    let whole = ProcessorContext(stages, Self.options(partition: (1, 1 << 15)))
    for (width, height) in Self.sizes {
      // Partly below 0 and above 1.
      let node = try Self.frame(video, width, height).mapped(
        by: ColorFormula.linear, SIMD4(1.2, 0, -0.2, 0), SIMD4(0.1, 1.1, 0, -0.1), SIMD4<Float>(0, 0.3, 0.7, 0.05))
      let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
      let colors = try whole.pixels(of: try Self.schedule(node, region, as: .rgbaFloat)).pixels
      let planned = try Self.schedule(node, region, as: .pixels(video.luma))
      let stored = try #require(planned.storing(video.store))
      let expected = Self.samples(colors, video.store, width, height)
      let planes = try Self.planes(stored, video.store, on: whole)
      #expect(planes.map(\.count) == expected.map(\.count))
      // Half a sample step, and the rounding error of float sums for 16 bits.
      let worst = zip(planes.joined(), expected.joined()).map { abs($0 - $1) }.max()!
      #expect(worst <= 0.5 + (video.depth == 16 ? 0.02 : 1e-4), "\(width)x\(height): \(worst)")
      for partition in [(1, 4), (2, 4), (3, 100), (7, 40)] {
        let partitioned = try Self.planes(
          stored, video.store, on: ProcessorContext(stages, Self.options(partition: partition)))
        #expect(partitioned == planes, "\(width)x\(height), partition \(partition)")
      }
    }
  }

  /// In-place reads need no rows of floats for chroma. A weight of luma prevents them.
  @Test(arguments: videos) func framesNeedNoRowsOfFloats(_ video: Video) throws {
    let context = ProcessorContext(
      try Stages.tested(ProcessorLevel.supported.last!), Self.options(partition: (1, 1 << 15)))
    let (width, height) = (8000, 64)
    let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
    let bytes = try [Float(1), 2].map { weight in
      let frame = try Self.frame(video, width, height, luma: weight)
      return try #require(context.rowPlanning?.rows(of: try Self.schedule(frame, region, as: .rgbaFloat))).byteCount
    }
    // A row has four floats for half as many columns.
    #expect(bytes[0] + 4 * 4 * width / 2 <= bytes[1], "\(bytes)")
  }
}
