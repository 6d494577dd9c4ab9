import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import PixelFormats
import ProcessorEngine
import ReferenceEngine
import TestSupport
import Testing

/// Planes of Y'CbCr on the processor: reads and stores in place.
@Suite struct PlaneRowsTests {
  /// The layouts of a source and of a result.
  struct Planes: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: YCbCrPlanes
    let store: PlaneStore

    init(
      _ testDescription: String, _ source: YCbCrPlanes, rows: Int = 2, isPaired: Bool = true, depth: Int = 8,
      across: SIMD4<Float> = PlaneStore.mean
    ) {
      (self.testDescription, self.source) = (testDescription, source)
      store = PlaneStore(
        columns: 2, rows: rows, isPaired: isPaired, depth: depth, shift: depth == 10 ? 6 : 0, columnWeights: across)
    }

    /// The format of luma in the result.
    var luma: PixelFormat { store.format }
  }

  static let planes =
    [
      Planes("groups, paired", RandomPlanes.named("4:2:0 paired", .left, .video)),
      Planes("groups, apart", RandomPlanes.named("4:2:0 apart", .left, .video), isPaired: false),
      Planes("left", RandomPlanes.named("4:2:0 paired", .left, .smooth), across: SIMD4(0.25, 0.5, 0.25, 0)),
      Planes(
        "between, apart", RandomPlanes.named("4:2:0 apart", .center, .smooth), isPaired: false,
        across: SIMD4(0.125, 0.375, 0.375, 0.125)),
      Planes("bottom, 10 bits", RandomPlanes.named("4:2:0 paired, 10 bits", .bottom, .smooth), depth: 10),
      Planes(
        "of each row", RandomPlanes.named("4:2:2 paired", .left, .smooth), rows: 1,
        across: SIMD4(0, 0.25, 0.5, 0.25)),
      Planes("of each pixel, 16 bits", RandomPlanes.named("4:4:4 paired, 16 bits", .left, .smooth), rows: 1, depth: 16),
      Planes("packed", RandomPlanes.named("4:2:2 packed", .left, .smooth)),
      Planes("packed, luma first", RandomPlanes.named("4:2:2 packed, luma first", .left, .video)),
      Planes("top left, 10 bits, apart", RandomPlanes.named("4:2:0 apart, 10 bits", .topLeft, .smooth)),
    ]

  /// Sizes from one pixel to more than the widest vectors, and wider than a block.
  private static let sizes = [(1, 1), (2, 3), (3, 2), (17, 9), (33, 18), (67, 31), (1100, 4)]

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
  @Test(arguments: planes, ProcessorLevel.supported)
  func framesAgreeWithTheReference(_ planes: Planes, _ level: ProcessorLevel) throws {
    let context = try ProcessorContext(Stages.tested(level))
    let recipes: [(Node) -> Node] = [
      { $0 }, { $0.clampedToExtent.gathered(by: GaussianBlur.reduce, Axis.horizontal, 2 as Int32) },
      { $0.transformed(by: .translation(1, 1))!.mapped(by: ExposureAdjust.formula, Float(0.5)) },
      // Reads at arbitrary points.
      { $0.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.3, ty: 0.2), reading: .nearest)! },
      { $0.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.3, ty: 0.2), reading: .linear)! },
    ]
    for (width, height) in Self.sizes {
      let frame = Node.source(try RandomPlanes.source(planes.source, width, height))
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
  private static func storedSamples(
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

  @Test(arguments: planes, ProcessorLevel.supported)
  func planesAgreeWithTheirDefinition(_ planes: Planes, _ level: ProcessorLevel) throws {
    let stages = try Stages.tested(level)
    let whole = ProcessorContext(stages, Self.options(partition: (1, 1 << 15)))
    for (width, height) in Self.sizes {
      // Partly below 0 and above 1.
      let node = Node.source(try RandomPlanes.source(planes.source, width, height)).mapped(
        by: ColorFormula.linear, SIMD4(1.2, 0, -0.2, 0), SIMD4(0.1, 1.1, 0, -0.1), SIMD4<Float>(0, 0.3, 0.7, 0.05))
      let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
      let colors = try whole.pixels(of: try Self.schedule(node, region, as: .rgbaFloat)).pixels
      let planned = try Self.schedule(node, region, as: .pixels(planes.luma))
      let stored = try #require(planned.storing(planes.store))
      let expected = Self.samples(colors, planes.store, width, height)
      let samples = try Self.storedSamples(stored, planes.store, on: whole)
      #expect(samples.map(\.count) == expected.map(\.count))
      // Half a sample step, and the rounding error of float sums for 16 bits.
      let worst = zip(samples.joined(), expected.joined()).map { abs($0 - $1) }.max()!
      #expect(worst <= 0.5 + (planes.store.depth == 16 ? 0.02 : 1e-4), "\(width)x\(height): \(worst)")
      for partition in [(1, 4), (2, 4), (3, 100), (7, 40)] {
        let partitioned = try Self.storedSamples(
          stored, planes.store, on: ProcessorContext(stages, Self.options(partition: partition)))
        #expect(partitioned == samples, "\(width)x\(height), partition \(partition)")
      }
    }
  }

  /// Planes are read where they are stored: they take no more rows of floats than pixels.
  @Test(arguments: planes) func framesNeedNoRowsOfFloats(_ planes: Planes) throws {
    let context = ProcessorContext(
      try Stages.tested(ProcessorLevel.supported.last!), Self.options(partition: (1, 1 << 15)))
    let (width, height) = (8000, 64)
    let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
    let pixels = Source(try PixelBuffer(width: width, height: height, format: .rgba8), colorSpace: nil, alpha: .opaque)
    let bytes = try [pixels, try RandomPlanes.source(planes.source, width, height)].map { source in
      try #require(context.rowPlanning?.rows(of: try Self.schedule(.source(source), region, as: .rgbaFloat))).byteCount
    }
    #expect(bytes[0] == bytes[1])
  }
}
