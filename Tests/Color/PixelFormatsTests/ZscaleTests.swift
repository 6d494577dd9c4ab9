import Foundation
import PixelFormats
import RandomNumbers
import Testing

/// The reference definition of planes, compared with zscale: every matrix, range, depth, siting and subsampling, sizes
/// from 1 to 67.
@Suite(.serialized, .enabled(if: FFmpeg.isThere, "skipped: there is no ffmpeg with zscale; apt-get install ffmpeg"))
struct ZscaleTests {
  /// The names of matrices in zscale, and our weights.
  private static let matrices: [(String, LumaWeights)] = [
    ("709", .bt709), ("170m", .bt601), ("470bg", .bt601), ("2020_ncl", .bt2020), ("smpte2400m", .smpte240),
  ]
  private static let sites: [(String, ChromaSite)] = [
    ("left", .left), ("center", .center), ("topleft", .topLeft), ("top", .top), ("bottomleft", .bottomLeft),
    ("bottom", .bottom),
  ]
  private static let sizes = [
    (1, 1), (2, 2), (3, 1), (1, 4), (5, 7), (8, 6), (16, 16), (17, 9), (31, 33), (64, 10), (66, 67), (67, 66), (67, 5),
  ]

  /// A comparison, made once with each matrix and range.
  private struct Case {
    let layout: PixelLayout
    let format: String
    let site: (name: String, value: ChromaSite)
    let size: (width: Int, height: Int)

    var conversionName: String { "\(format) \(site.name) \(size.width)x\(size.height)" }
  }

  /// Returns cases with random sizes, so that the runs cover all of them.
  private static func cases(_ range: QuantizationRange, _ depths: [Int], _ random: inout SplitMix) -> [Case] {
    var cases: [Case] = []
    for depth in depths {
      let suffix = depth == 8 ? "" : "\(depth)le"
      for site in sites {
        let size = sizes[Int(random.next() % UInt64(sizes.count))]
        cases.append(Case(layout: planar(depth, 2, 2, range), format: "yuv420p" + suffix, site: site, size: size))
      }
      for (site, shape) in [(sites[0], (2, 1)), (sites[1], (2, 1)), (sites[0], (1, 1))] {
        let size = sizes[Int(random.next() % UInt64(sizes.count))]
        let name = shape.0 == 2 ? "yuv422p" : "yuv444p"
        cases.append(
          Case(layout: planar(depth, shape.0, shape.1, range), format: name + suffix, site: site, size: size))
      }
    }
    return cases
  }

  /// Returns the layout of three planes with any subsampling, as FFmpeg takes it.
  private static func planar(_ depth: Int, _ columns: Int, _ rows: Int, _ range: QuantizationRange) -> PixelLayout {
    let number: Component.SampleFormat = depth == 8 ? .eightBits : .sixteenBits(depth: depth, shift: 0)
    let size = depth == 8 ? 1 : 2
    let chroma = PlaneShape(columns: columns, rows: rows, bytes: size)
    return PixelLayout(
      planes: [PlaneShape(bytes: size), chroma, chroma], isPlanar: true,
      components: [
        Component(.luma, number, step: size),
        Component(.blueDifference, number, plane: 1, step: size, columns: columns, rows: rows),
        Component(.redDifference, number, plane: 2, step: size, columns: columns, rows: rows),
      ], range: range)
  }

  /// Returns one depth for half of the matrices and ranges, the other for the other half.
  private static func depth(_ matrix: Int, _ range: QuantizationRange, _ depths: (Int, Int)) -> [Int] {
    [(matrix % 2 == 0) == (range == .full) ? depths.0 : depths.1]
  }

  @Test(arguments: 0..<5, QuantizationRange.allCases)
  func planesBecomeTheSameColours(_ matrix: Int, _ range: QuantizationRange) throws {
    var random = SplitMix(seed: UInt64(matrix * 2 + (range == .full ? 1 : 0)))
    let (name, weights) = Self.matrices[matrix]
    for test in Self.cases(range, Self.depth(matrix, range, (8, 10)), &random) {
      let (width, height) = test.size
      let ours = TestPlanes(test.layout, width: width, height: height)
      ours.fill(&random)
      // zscale requires complete pairs; the added pixels are ignored.
      let padded = copy(of: ours.planes, width: even(width), height: even(height))
      let data = try FFmpeg.filtered(
        Data((0..<3).flatMap { padded.bytes($0) }), format: test.format, width: even(width), height: even(height),
        by: "zscale=matrixin=\(name):rangein=\(range == .full ? "full" : "limited"):chromalin=\(test.site.name)"
          + ":matrix=gbr:range=full:filter=bilinear:dither=none,format=gbrpf32le")
      let theirs = colors(in: data, width: even(width), height: even(height))
      let expected = ours.planes.colors(YCbCrConversion(weights, site: test.site.value, quality: .exact))
      var worst: Float = 0
      for y in 0..<height {
        for x in 0..<width {
          let difference = expected[y * width + x] - theirs[y * even(width) + x]
          worst = max(worst, abs(difference.x), abs(difference.y), abs(difference.z))
        }
      }
      #expect(worst < 1e-5, "\(name) \(range) \(test.conversionName)")
    }
  }

  /// Also at 16 bits, where a step is so small that rounding hides no error of a filter. zscale's samples differ from
  /// our exact values by half a step, plus the error of its 24-bit floats.
  @Test(arguments: 0..<5, QuantizationRange.allCases)
  func coloursBecomeTheSamePlanes(_ matrix: Int, _ range: QuantizationRange) throws {
    var random = SplitMix(seed: UInt64(100 + matrix * 2 + (range == .full ? 1 : 0)))
    let (name, weights) = Self.matrices[matrix]
    for test in Self.cases(range, Self.depth(matrix, range, (8, 16)), &random) {
      let (width, height) = test.size
      let pixels = (0..<width * height).map { _ in
        SIMD4<Float>(
          Float.random(in: 0...1, using: &random), .random(in: 0...1, using: &random),
          .random(in: 0...1, using: &random), 1)
      }
      let data = try FFmpeg.filtered(
        planes(of: pixels, width: width, height: height), format: "gbrpf32le", width: even(width), height: even(height),
        by: "zscale=matrixin=gbr:rangein=full:chromal=\(test.site.name):matrix=\(name)"
          + ":range=\(range == .full ? "full" : "limited"):filter=bilinear:dither=none,format=\(test.format)")
      let theirs = TestPlanes(test.layout, width: even(width), height: even(height))
      var start = data.startIndex
      for plane in theirs.planes.planes.indices {
        let count = theirs.bytes(plane).count
        data.copyBytes(
          to: UnsafeMutableRawBufferPointer(start: theirs.planes.planes[plane].start, count: count),
          from: start..<start + count)
        start += count
      }
      let ours = TestPlanes(test.layout, width: width, height: height)
      let conversion = YCbCrConversion(weights, site: test.site.value, quality: .exact)
      ours.planes.store(pixels, conversion)
      let greatest = test.layout.component(.luma)?.format.greatestSample ?? 255
      let allowed = 0.5 + greatest * 5e-7
      var (worst, worstOfOurs) = (0.0, 0.0)
      ours.planes.forEachSample(of: pixels, conversion) { number, component, column, row in
        let exact = min(max(number, 0), greatest)
        worst = max(worst, abs(theirs.planes.sample(component, column: column, row: row) - exact))
        worstOfOurs = max(worstOfOurs, abs(ours.planes.sample(component, column: column, row: row) - exact))
      }
      #expect(worst <= allowed, "\(name) \(range) \(test.conversionName): \(worst)")
      #expect(worstOfOurs <= 0.5, "\(name) \(range) \(test.conversionName)")
    }
  }

  private func even(_ size: Int) -> Int { size + size % 2 }

  /// Returns a copy, with the edge repeated if the copy is larger.
  private func copy(of planes: PixelPlanes, width: Int, height: Int) -> TestPlanes {
    let copy = TestPlanes(planes.layout, width: width, height: height)
    for component in planes.layout.components {
      let (columns, rows) = copy.planes.count(of: component)
      for row in 0..<rows {
        for column in 0..<columns {
          copy.planes.store(
            planes.sample(component, column: column, row: row), component, column: column, row: row)
        }
      }
    }
    return copy
  }

  /// Returns the colours of FFmpeg's planes of green, blue and red.
  private func colors(in data: Data, width: Int, height: Int) -> [SIMD4<Float>] {
    let count = width * height
    return data.withUnsafeBytes { bytes in
      (0..<count).map { index in
        func value(_ plane: Int) -> Float {
          bytes.loadUnaligned(fromByteOffset: 4 * (plane * count + index), as: Float.self)
        }
        return [value(2), value(0), value(1), 1]
      }
    }
  }

  private func planes(of pixels: [SIMD4<Float>], width: Int, height: Int) -> Data {
    var values: [Float] = []
    for component in [1, 2, 0] {
      for y in 0..<even(height) {
        for x in 0..<even(width) { values.append(pixels[min(y, height - 1) * width + min(x, width - 1)][component]) }
      }
    }
    return values.withUnsafeBytes { Data($0) }
  }
}
