import Foundation
import ImageCodecs
import ImageColor
import RandomNumbers
import Testing

/// The compression of PNG rows by this package's runs and prefix codes, decompressed by libpng, and by ImageMagick in a
/// separate process.
@Suite struct PNGPackingTests {
  /// Grey images with the edge cases of the compressor.
  static let rows: [String: [UInt8]] = [
    // Each run from 1 to 600 bytes long, separated by other bytes.
    "every length of run": (1...600).flatMap { length in
      [UInt8](repeating: UInt8(length & 1), count: length) + [7, 201, UInt8(length & 255)]
    },
    "one byte": [200],
    "nothing but one value": [UInt8](repeating: 3, count: 100_000),
    "every byte as often": (0..<70_000).map { UInt8($0 & 255) },
    // Each value 1.6 times as often as the one before: unlimited codes would have 20 bits and more.
    "codes that are too long": fibonacci(25).enumerated().flatMap { value, count in
      [[UInt8]](repeating: [UInt8(value), UInt8(255 - value)], count: count).flatMap { $0 }
    },
    "noise": noise(150_000),
    "noise between runs": (0..<300).flatMap { Array(noise(64 + $0 % 9).prefix(64)) + [UInt8](repeating: 9, count: $0) },
  ]

  @Test(arguments: rows.keys.sorted(), [1, 2, 9])
  func rowsAreRestored(_ name: String, level: Int) throws {
    let bytes = try #require(Self.rows[name])
    let sample = Sample(width: bytes.count, height: 1, layout: .grey8, bytes: bytes)
    #expect(try decode(sample.png(nil, PNGOptions(compressionLevel: level))).tightBytes == sample.expanded)
  }

  /// An image of one column: each row is a filter and a byte, so that runs span rows.
  @Test(arguments: rows.keys.sorted())
  func columnsAreRestored(_ name: String) throws {
    let bytes = try #require(Self.rows[name])
    let sample = Sample(width: 1, height: bytes.count, layout: .grey8, bytes: bytes)
    #expect(try decode(sample.png(nil)).tightBytes == sample.expanded)
  }

  /// More strips than are compressed at a time, the last one short.
  @Test(arguments: [ComponentLayout.rgba8, .rgb16, .grey8])
  func manyStripsAreOneImage(layout: ComponentLayout) throws {
    let rowBytes = 1000 * layout.bytesPerPixel
    let height = 40 * (128 << 10) / rowBytes + 5
    let bytes = (0..<height).flatMap { y in (0..<rowBytes).map { x in UInt8(truncatingIfNeeded: x * y >> 6 &+ x) } }
    let sample = Sample(width: 1000, height: height, layout: layout, bytes: bytes)
    let file = try sample.png(.sRGB)
    #expect(try decode(file).tightBytes == sample.expanded)
    #expect(try ImageMagick.pixels(of: file, depth: layout.bits) == sample.expanded)
    let inStrips = try sample.view { view in
      let writer = try ImageFileWriter(toMemory: view.shape, colorSpace: .sRGB, as: PNGOptions())
      for first in stride(from: 0, to: height, by: 77) {
        try writer.write(
          PixelView(
            view.base + first * view.rowBytes, width: view.width, height: min(77, height - first), layout: layout))
      }
      try writer.finish()
      return writer.takeData()
    }
    #expect(inStrips == file)
  }

  /// Rows with different best filters, and samples of 16 bits without alpha, with six bytes a pixel.
  @Test func filtersAreDecodedByImageMagick() throws {
    for layout in [ComponentLayout.grey8, .rgb8, .rgba8, .rgba16] {
      var random = SplitMix(seed: 3)
      var bytes: [UInt8] = []
      let rowBytes = 40 * layout.bytesPerPixel
      for y in 0..<24 {
        for x in 0..<rowBytes {
          let above = y > 0 ? bytes[(y - 1) * rowBytes + x] : 0
          switch y / 6 {
          case 0: bytes.append(UInt8(truncatingIfNeeded: x * 3 + y * 80))
          case 1: bytes.append(above &+ UInt8.random(in: 0..<3, using: &random))
          case 2: bytes.append(UInt8(truncatingIfNeeded: x * x / 8 + y * y))
          default: bytes.append(UInt8.random(in: 0...255, using: &random))
          }
        }
      }
      let sample = Sample(width: 40, height: 24, layout: layout, bytes: bytes)
      let file = try sample.png(nil, PNGOptions(dropsAlpha: false))
      #expect(try ImageMagick.pixels(of: file, depth: layout.bits) == sample.expanded)
    }
  }

  /// The size limit of the fast level compared with zlib's search, for slow changes with camera noise.
  @Test func theFastLevelIsNearlyAsSmall() throws {
    var random = SplitMix(seed: 5)
    let smooth = Sample.smooth(width: 640, height: 480)
    let noisy = smooth.bytes.map { UInt8(clamping: Int($0) + Int.random(in: -4...4, using: &random)) }
    let sample = Sample(width: 640, height: 480, layout: .rgba8, bytes: noisy)
    let (fast, small) = (try sample.png(nil).count, try sample.png(nil, PNGOptions(compressionLevel: 6)).count)
    #expect(Double(fast) < 1.1 * Double(small))
  }

  private static func fibonacci(_ count: Int) -> [Int] {
    var (numbers, next) = ([1, 1], 0)
    while numbers.count < count {
      next = numbers[numbers.count - 1] + numbers[numbers.count - 2]
      numbers.append(next)
    }
    return numbers
  }

  private static func noise(_ count: Int) -> [UInt8] {
    var random = SplitMix(seed: 11)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}
