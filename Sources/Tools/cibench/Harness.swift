import CoreImage
import Foundation
import ImageGraph
import ProcessorEngine

/// A runner of benchmarks on images of one size.
final class Harness {
  let context: CIContext
  /// A context without a working space: recipes compute with the stored values.
  private let unmanaged: CIContext
  let width: Int
  let height: Int
  let runs: Int
  let image: CIImage
  private let source: Data
  /// The bytes of a second image, half transparent; see `top`.
  private let topSource: Data
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!
  private let result: UnsafeMutableRawPointer

  /// Creates the contexts and the images.
  ///
  /// - Parameters:
  ///   - threads: the threads of the processor engine. Nil: one for each core.
  ///   - folder: the folder of `image.raw` and `top.raw`: rows of RGBA8, premultiplied, from the top. Nil: generated
  ///     images.
  init(
    _ options: [CIContextOption: Any], threads: Int? = nil, width: Int, height: Int, runs: Int,
    images folder: URL? = nil
  ) throws {
    (self.width, self.height, self.runs) = (width, height, runs)
    context = try Self.context(options, threads)
    unmanaged = try Self.context(options.merging([.workingColorSpace: NSNull()]) { $1 }, threads)
    source =
      try folder.map { try Self.bytes($0, "image.raw", width, height) } ?? Self.photographLikeBytes(width, height)
    topSource = try folder.map { try Self.bytes($0, "top.raw", width, height) } ?? Data(source.map { $0 / 2 })
    image = CIImage(
      bitmapData: source, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBX8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    result = .allocate(byteCount: width * height * 16, alignment: 64)
    result.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
  }

  deinit { result.deallocate() }

  private static func context(_ options: [CIContextOption: Any], _ threads: Int?) throws -> CIContext {
    let environment = ProcessInfo.processInfo.environment
    var settings = try ContextSettings(checked: options, environment: environment)
    settings.threads = threads
    // The shared object of `scripts/stages debug`, for profilers.
    if let folder = environment["CI_STAGES"], let level = ProcessorLevel.supported.last {
      settings.level = level
      settings.stagesFile = URL(fileURLWithPath: folder).appending(path: "\(level.rawValue).so")
    }
    return try CIContext(settings).withoutIntermediateCache()
  }

  private static func bytes(_ folder: URL, _ name: String, _ width: Int, _ height: Int) throws -> Data {
    let data = try Data(contentsOf: folder.appending(path: name))
    guard data.count == 4 * width * height else {
      throw CIBench.UsageError(
        description: "\(name) has \(data.count) bytes; \(width)x\(height) pixels of RGBA8 have \(4 * width * height)")
    }
    return data
  }

  /// Returns the image as a new object, so that no cache has it.
  func newImage() -> CIImage {
    CIImage(
      bitmapData: source, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBX8,
      colorSpace: space)
  }

  private var top: CIImage {
    CIImage(
      bitmapData: topSource, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
      colorSpace: space)
  }

  /// Returns the image, stored in a format.
  private func image(in format: CIFormat) throws -> CIImage {
    if format == .RGBX8 { return image }
    let rowBytes = width * bytesPerPixel(format)
    var data = Data(count: rowBytes * height)
    try data.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: rowBytes, bounds: image.extent, format: format,
        colorSpace: space)
    }
    return CIImage(
      bitmapData: data, bytesPerRow: rowBytes, size: CGSize(width: width, height: height), format: format,
      colorSpace: space)
  }

  /// Returns a generated image without alpha.
  static func image(
    _ width: Int, _ height: Int, in space: CGColorSpace = CGColorSpace(name: CGColorSpace.sRGB)!
  ) -> CIImage {
    CIImage(
      bitmapData: photographLikeBytes(width, height), bytesPerRow: width * 4,
      size: CGSize(width: width, height: height), format: .RGBX8, colorSpace: space)
  }

  /// A small image, for cases in which the number of pixels does not matter.
  static var smallImage: CIImage {
    CIImage(
      bitmapData: photographLikeBytes(64, 64), bytesPerRow: 256, size: CGSize(width: 64, height: 64), format: .RGBX8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  /// Generates smooth gradients with fine grain, as in photographs. Uniform images would favour caches and branches.
  private static func photographLikeBytes(_ width: Int, _ height: Int) -> Data {
    var data = Data(count: width * height * 4)
    data.withUnsafeMutableBytes { bytes in
      var state: UInt32 = 1
      for y in 0..<height {
        let row = bytes.baseAddress! + y * width * 4
        for x in 0..<width {
          state = state &* 1_664_525 &+ 1_013_904_223
          let grain = Int(state >> 28)
          let wave = (x * 255 / width + y * 255 / height + ((x >> 6) ^ (y >> 6)) & 31) / 2
          let pixel =
            UInt32(min(255, wave + grain)) | UInt32(min(255, 255 - wave / 2 - grain)) << 8
            | UInt32((wave * 3 / 4 + grain) & 255) << 16 | 0xFF00_0000
          row.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
    }
    return data
  }

  private func bytesPerPixel(_ format: CIFormat) -> Int { format.pixelFormat!.bytesPerPixel }

  /// Returns the present time to copy the bytes of the image, in milliseconds, median.
  func copyTime(_ bytesPerPixel: Int = 4) -> Double {
    let times = (0..<runs).map { _ in
      milliseconds {
        source.withUnsafeBytes { bytes in
          for part in 0..<(bytesPerPixel / 4) {
            (result + part * bytes.count).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
          }
        }
      }
    }
    return median(times).median
  }

  /// Measures a benchmark.
  ///
  /// - Parameters:
  ///   - folder: the folder for the rendered pixels, `NAME.raw` with - for /. Nil: no file.
  ///   - isBrief: whether the device time is measured only once. Each measurement is an additional render.
  func measure(_ benchmark: Benchmark, pixels folder: URL? = nil, isBrief: Bool = false) throws -> Measurement {
    var context = benchmark.isManaged ? self.context : unmanaged
    if let rules = benchmark.rules { context = try context.planning(by: rules) }
    let recipe = try benchmark.recipe(try image(in: benchmark.format), top)
    let output = benchmark.output
    let region = benchmark.region?(image.extent) ?? image.extent
    func render() throws {
      try context.render(
        checked: recipe, toBitmap: result, rowBytes: Int(region.width) * bytesPerPixel(output), bounds: region,
        format: output, colorSpace: space)
    }
    let first = try milliseconds { try render() }
    var walls: [Double] = []
    var devices: [Double] = []
    var processors: [Double] = []
    let copy = copyTime(bytesPerPixel(output))
    var statistics = try context.statistics(of: recipe, from: region, format: output, colorSpace: space)
    if isBrief { devices.append(statistics.deviceMilliseconds) }
    for _ in 0..<runs {
      let before = clock()
      walls.append(try milliseconds { try render() })
      processors.append(Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1000)
      if isBrief { continue }
      statistics = try context.statistics(of: recipe, from: region, format: output, colorSpace: space)
      devices.append(statistics.deviceMilliseconds)
    }
    if let folder {
      let byteCount = Int(region.width) * Int(region.height) * bytesPerPixel(output)
      try Data(bytes: result, count: byteCount).write(
        to: folder.appending(path: benchmark.name.replacingOccurrences(of: "/", with: "-") + ".raw"))
    }
    let wall = median(walls)
    return Measurement(
      name: benchmark.name, device: context.deviceName, width: width, height: height, first: first, wall: wall.median,
      spread: wall.spread / wall.median * 100, deviceTime: median(devices).median,
      processor: median(processors).median, copies: wall.median / copy,
      dispatches: statistics.dispatches, pixelsProcessed: statistics.pixelsProcessed, runs: runs)
  }
}

/// Returns the wall time of a function in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
