import CoreImage
import Foundation
import ImageGraph
import ProcessorEngine

/// Measures benchmarks on one size of image.
final class Harness {
  let context: CIContext
  /// The same, with no working space: stored values are computed with.
  private let unmanaged: CIContext
  let width: Int
  let height: Int
  let runs: Int
  let image: CIImage
  private let source: Data
  /// A second image, half clear; see `top`.
  private let topSource: Data
  private let space = CGColorSpace(name: CGColorSpace.sRGB)!
  private let result: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - threads: of the processor engine; nil: one for each core.
  ///   - folder: holds `image.raw` and `top.raw` to measure on: rows of RGBA8, premultiplied, top first. nil:
  ///   images are made.
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
    // Objects that `scripts/stages debug` made, for profilers.
    if let folder = environment["CI_STAGES"], let level = ProcessorLevel.supported.last {
      settings.level = level
      settings.stagesFile = URL(fileURLWithPath: folder).appending(path: "\(level.rawValue).so")
    }
    return try CIContext(settings).keepingNoIntermediates()
  }

  private static func bytes(_ folder: URL, _ name: String, _ width: Int, _ height: Int) throws -> Data {
    let data = try Data(contentsOf: folder.appending(path: name))
    guard data.count == 4 * width * height else {
      throw CIBench.UsageError(
        description: "\(name) has \(data.count) bytes; \(width)x\(height) pixels of RGBA8 have \(4 * width * height)")
    }
    return data
  }

  /// The image as an image that no other render has seen.
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

  /// The image with its bytes in a format.
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

  /// An image without an alpha.
  static func image(
    _ width: Int, _ height: Int, in space: CGColorSpace = CGColorSpace(name: CGColorSpace.sRGB)!
  ) -> CIImage {
    CIImage(
      bitmapData: photographLikeBytes(width, height), bytesPerRow: width * 4,
      size: CGSize(width: width, height: height), format: .RGBX8, colorSpace: space)
  }

  /// An image for cases in which pixels do not count.
  static var smallImage: CIImage {
    CIImage(
      bitmapData: photographLikeBytes(64, 64), bytesPerRow: 256, size: CGSize(width: 64, height: 64), format: .RGBX8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  /// Smooth light with fine grain: what photographs have, so that neither caches nor branches are flattered.
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

  /// Milliseconds that copying the image's bytes takes now, median.
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

  /// - Parameters:
  ///   - folder: where the pixels that were measured are written: `NAME.raw`, with - for /. nil: nowhere.
  ///   - isBrief: asks for the device's own time once; each time that is a render more.
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

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
