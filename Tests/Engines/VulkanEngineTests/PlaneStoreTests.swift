import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing
import VulkanEngine

/// Kernels that store planes. Each sample is that of a pixel, or of the mean of a group, of the same recipe in floats.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct PlaneStoreTests {
  private static let stores = [
    PlaneStore(columns: 2, rows: 2, isPaired: true, depth: 8, shift: 0),
    PlaneStore(columns: 2, rows: 2, isPaired: false, depth: 8, shift: 0),
    PlaneStore(columns: 2, rows: 2, isPaired: true, depth: 10, shift: 6),
    PlaneStore(columns: 2, rows: 2, isPaired: false, depth: 10, shift: 0),
    PlaneStore(columns: 2, rows: 2, isPaired: true, depth: 16, shift: 0),
    PlaneStore(columns: 2, rows: 1, isPaired: true, depth: 8, shift: 0),
    PlaneStore(columns: 2, rows: 1, isPaired: false, depth: 8, shift: 0),
    PlaneStore(columns: 2, rows: 1, isPaired: true, depth: 10, shift: 6),
    PlaneStore(columns: 1, rows: 1, isPaired: true, depth: 8, shift: 0),
    PlaneStore(columns: 1, rows: 1, isPaired: false, depth: 10, shift: 0),
    PlaneStore(columns: 1, rows: 1, isPaired: true, depth: 10, shift: 6),
  ]

  private static let context: VulkanContext? = context(pixelsAtOnce: .max)

  private static func context(pixelsAtOnce: Int) -> VulkanContext? {
    var options = VulkanContext.Options()
    options.pipelineDirectory = nil
    options.validates = hasValidation
    options.pixelsAtOnce = pixelsAtOnce
    return try? VulkanContext(options)
  }

  /// Returns a schedule of colours partly below 0 and above 1. `step` translates them by pixels, so that groups of four
  /// are not aligned with those of the source.
  private func schedule(_ width: Int, _ height: Int, step: Double, as store: Program.StoreForm) throws -> Schedule {
    let image = TestImage.noise(width, height, seed: UInt64(width * 100 + height))
    let translated = try #require(image.transformed(by: .translation(step, 0)))
    let colors = translated.mapped(
      by: ColorFormula.linear, SIMD4(1.2, 0, -0.2, 0), SIMD4(0.1, 1.1, 0, -0.1), SIMD4<Float>(0, 0.3, 0.7, 0.05))
    let region = UserRect(x: step, y: 0, width: Double(width), height: Double(height))
    return try makeSchedule(
      try optimized(colors, options: PassOptions()), ScheduleTarget(region, as: store, working: .rgbaFloat))
  }

  private func rows(_ schedule: Schedule, on context: VulkanContext) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try context.start(Run(schedule)).complete { rows, _ in bytes = Array(rows) }
    return bytes
  }

  /// Returns the samples of all planes without padding: luma, then chroma.
  private func samples(_ bytes: [UInt8], _ store: PlaneStore, of image: Schedule.Image) -> [[Int]] {
    let planes = store.planes(pitch: image.pitch, height: image.height)
    return planes.enumerated().map { index, plane in
      let (columns, rows) = index == 0 ? (1, 1) : (store.columns, store.rows)
      let count = ((image.width - 1) / columns + 1) * (index > 0 && store.isPaired ? 2 : 1)
      return (0...(image.height - 1) / rows).flatMap { row in
        (0..<count).map { column in
          let offset = plane.offset + row * plane.rowBytes + column * store.bytesPerSample
          return store.bytesPerSample == 1 ? Int(bytes[offset]) : Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
        }
      }
    }
  }

  /// Returns the expected samples.
  private func expected(_ colors: [SIMD4<Float>], _ store: PlaneStore, _ width: Int, _ height: Int) -> [[Int]] {
    func sample(_ value: Float) -> Int {
      let limited = value > 0 ? min(value, 1) : 0
      return Int(limited * Float(1 << store.depth - 1) + 0.5) << store.shift
    }
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> { colors[min(y, height - 1) * width + min(x, width - 1)] }
    let luma = (0..<height).flatMap { y in (0..<width).map { sample(color($0, y).x) } }
    var (blue, red) = ([Int](), [Int]())
    for y in stride(from: 0, to: height, by: store.rows) {
      for x in stride(from: 0, to: width, by: store.columns) {
        let columns = (0..<store.columns).map { column in
          store.rows == 1 ? color(x + column, y) : color(x + column, y) * 0.5 + color(x + column, y + 1) * 0.5
        }
        let mean = columns.count == 1 ? columns[0] : columns[0] * 0.5 + columns[1] * 0.5
        blue.append(sample(mean.y))
        red.append(sample(mean.z))
      }
    }
    return store.isPaired ? [luma, zip(blue, red).flatMap { [$0, $1] }] : [luma, blue, red]
  }

  private func expectSamples(_ store: PlaneStore, _ width: Int, _ height: Int, step: Double = 0) throws {
    let context = try #require(Self.context)
    let bytes = try rows(try schedule(width, height, step: step, as: .rgbaFloat), on: context)
    let floats = bytes.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<Float>.self)) }
    let pitch = (width + 3) / 4 * 4
    let colors = (0..<height).flatMap { y in floats[y * pitch..<y * pitch + width] }

    let planned = try schedule(width, height, step: step, as: .pixels(store.format))
    let stored = try #require(planned.storing(store))
    #expect(stored.dispatches.count == 1)
    let planes = try rows(stored, on: context)
    let actual = samples(planes, store, of: stored.images[stored.output])
    #expect(actual == expected(colors, store, width, height), "\(width)x\(height) translated by \(step), \(store)")
  }

  @Test(arguments: stores) func planesHaveSamplesOfPixelsAndOfMeans(_ store: PlaneStore) throws {
    for width in 1...67 { try expectSamples(store, width, (width * 29) % 67 + 1) }
    for height in [1, 2, 3] { try expectSamples(store, 9, height) }
    #expect(try #require(Self.context).validationMessages == [])
  }

  @Test(arguments: stores) func sourcesMayHaveAnyOffset(_ store: PlaneStore) throws {
    for step in [-3.0, 1, 2, 5] { try expectSamples(store, 21, 7, step: step) }
  }

  /// The bands of a run in parts consist of complete groups.
  @Test func aRunInPartsAgrees() throws {
    let (whole, parts) = (try #require(Self.context), try #require(Self.context(pixelsAtOnce: 67 * 5)))
    for store in Self.stores {
      let planned = try schedule(67, 41, step: 0, as: .pixels(store.format))
      let stored = try #require(planned.storing(store))
      let isSame = try rows(stored, on: whole) == rows(stored, on: parts)
      #expect(isSame, "\(store)")
    }
    #expect(parts.validationMessages == [])
  }

  @Test func onlySingleDispatchesAreStoredAsPlanes() throws {
    let store = Self.stores[0]
    let planned = try schedule(8, 8, step: 0, as: .rgba8)
    #expect(planned.storing(store) != nil)
    // A source that is returned unchanged.
    let image = Schedule.Image(
      kind: .source(Source(try PixelBuffer(width: 4, height: 4, format: .rgba8))),
      region: UserRect(x: 0, y: 0, width: 4, height: 4), store: nil)
    #expect(Schedule(images: [image], dispatches: [], output: 0).storing(store) == nil)
  }
}
