import PixelFormats
import RandomNumbers
import Testing

/// The memory layout of samples, byte by byte, and their colours.
@Suite struct PixelPlanesTests {
  private let plain = YCbCrConversion(.bt709)

  /// Bytes of one pixel with red 1, green 0.6, blue 0.2 and alpha 0.4.
  @Test(
    arguments: [
      (PixelLayout.bytes(.blue, .green, .red, .alpha), [51, 153, 255, 102]),
      (.bytes(.alpha, .red, .green, .blue), [102, 255, 153, 51]),
      (.words(.red, .green, .blue, .alpha), [0xFF, 0xFF, 0x99, 0x99, 0x33, 0x33, 0x66, 0x66]),
      (.halves(.red, .green), [0x00, 0x3C, 0xCD, 0x38]),
      (.floats(.grey), [0, 0, 0x80, 0x3F]),
      (.bytes(.grey), [255]),
      // Alpha 1 of 3, red 1023, green 614, blue 205.
      (.argb2101010, [0xCD, 0x98, 0xF9, 0x7F]),
    ] as [(PixelLayout, [UInt8])])
  func pixelsLieInTheOrderOfTheFormat(_ layout: PixelLayout, _ bytes: [UInt8]) {
    let test = TestPlanes(layout, width: 1, height: 1)
    test.planes.store([[1, 0.6, 0.2, 0.4]], plain)
    #expect(test.bytes(0) == bytes)
  }

  @Test func missingComponentsAreZeroAndOpaque() {
    let grey = TestPlanes(.bytes(.grey), width: 1, height: 1)
    grey.planes.store([[0.4, 0, 0, 0]], plain)
    #expect(grey.planes.colors(plain) == [[0.4, 0.4, 0.4, 1]])
    let pair = TestPlanes(.floats(.red, .green), width: 1, height: 1)
    pair.planes.store([[-2, 3, 4, 5]], plain)
    #expect(pair.planes.colors(plain) == [[-2, 3, 0, 1]])
  }

  @Test func codesAreRoundedAndClamped() {
    let test = TestPlanes(.bytes(.red, .green, .blue, .alpha), width: 1, height: 1)
    test.planes.store([[-1, 2, .nan, 0.5]], plain)
    #expect(test.bytes(0) == [0, 255, 0, 128])
  }

  /// Y' 1…4, Cb 5, Cr 6, in the bytes of each layout.
  @Test(
    arguments: [
      (PixelLayout.twoPlanes(depth: 8, columns: 2, rows: 2, .video), [[1, 2, 3, 4], [5, 6]]),
      (.twoPlanes(depth: 10, columns: 2, rows: 2, .video), [[0x40, 0, 0x80, 0, 0xC0, 0, 0, 1], [0x40, 1, 0x80, 1]]),
      (.threePlanes(depth: 8, .full), [[1, 2, 3, 4], [5], [6]]),
      (.threePlanes(depth: 10, .full), [[1, 0, 2, 0, 3, 0, 4, 0], [5, 0], [6, 0]]),
    ] as [(PixelLayout, [[UInt8]])])
  func codesLieWhereTheLayoutHasThem(_ layout: PixelLayout, _ bytes: [[UInt8]]) throws {
    let test = TestPlanes(layout, width: 2, height: 2)
    let luma = try #require(layout.component(.luma))
    for index in 0..<4 { test.planes.store(Double(index + 1), luma, column: index % 2, row: index / 2) }
    test.planes.store(5, try #require(layout.component(.blueDifference)), column: 0, row: 0)
    test.planes.store(6, try #require(layout.component(.redDifference)), column: 0, row: 0)
    #expect(layout.planes.indices.map { test.bytes($0) } == bytes)
  }

  @Test(arguments: [(true, [1, 5, 2, 6]), (false, [5, 1, 6, 2])] as [(Bool, [UInt8])])
  func packedPairsLieInTheirOrder(_ lumaFirst: Bool, _ bytes: [UInt8]) throws {
    let layout = PixelLayout.packedPairs(lumaFirst: lumaFirst, .video)
    let test = TestPlanes(layout, width: 2, height: 1)
    for column in 0...1 {
      test.planes.store(Double(column + 1), try #require(layout.component(.luma)), column: column, row: 0)
    }
    test.planes.store(5, try #require(layout.component(.blueDifference)), column: 0, row: 0)
    test.planes.store(6, try #require(layout.component(.redDifference)), column: 0, row: 0)
    #expect(test.bytes(0) == bytes)
  }

  @Test func anOddRowOfPairsRepeatsItsLastLuma() {
    let test = TestPlanes(.packedPairs(lumaFirst: true, .full), width: 1, height: 1)
    test.planes.store([[0.2, 0.2, 0.2, 1]], plain)
    #expect(test.bytes(0) == [51, 128, 51, 128])
  }

  /// P010 from devices may have bits below its ten bits; they are a fraction, as in a normalized texel.
  @Test func bitsBelowTheCodeAreItsFraction() throws {
    let layout = PixelLayout.twoPlanes(depth: 10, columns: 2, rows: 2, .video)
    let test = TestPlanes(layout, width: 1, height: 1)
    test.planes.planes[0].start.storeBytes(of: (512 << 6 | 32 as UInt16).littleEndian, as: UInt16.self)
    #expect(test.planes.sample(try #require(layout.component(.luma)), column: 0, row: 0) == 512.5)
  }

  @Test func chromaRoundsUpAtOddSizes() throws {
    let layout = PixelLayout.threePlanes(depth: 8, .video)
    let test = TestPlanes(layout, width: 5, height: 3, gap: 3)
    let (columns, rows) = test.planes.count(of: try #require(layout.component(.blueDifference)))
    #expect(columns == 3 && rows == 2 && test.bytes(1).count == 2 * 6)
  }

  /// A colour stays that colour, within half a step of luma and of chroma, for every Y'CbCr layout and odd sizes.
  @Test(arguments: Layouts.video, ChromaQuality.allCases)
  func oneColourStaysOne(_ layout: PixelLayout, _ quality: ChromaQuality) throws {
    let color: SIMD4<Float> = [0.75, 0.5, 0.25, 1]
    for site in ChromaSite.allCases {
      let conversion = YCbCrConversion(.bt709, site: site, quality: quality)
      let test = TestPlanes(layout, width: 5, height: 3, gap: 7)
      test.planes.store([SIMD4<Float>](repeating: color, count: 15), conversion)
      let worst = test.planes.colors(conversion).map { ($0 - color).greatest }.max() ?? 1
      // Half a step of luma, and of chroma at the larger of its factors.
      #expect(worst < (1 + 1.8556) / 2 / 219 * (layout.component(.luma)?.format.depth == 8 ? 1 : 0.25))
    }
  }

  /// The purpose of the video quality: the chroma of a group is assigned to its pixels and restored exactly.
  @Test(arguments: Layouts.video)
  func videoQualityLosesNothing(_ layout: PixelLayout) {
    var random = SplitMix(seed: 3)
    for (width, height) in [(1, 1), (2, 2), (7, 5), (16, 9), (67, 3)] {
      let (source, target) = (
        TestPlanes(layout, width: width, height: height), TestPlanes(layout, width: width, height: height)
      )
      source.fill(&random)
      let conversion = YCbCrConversion(.bt601, site: .left, quality: .video)
      target.planes.store(source.planes.colors(conversion), conversion)
      for component in layout.components {
        let (columns, rows) = source.planes.count(of: component)
        let isEqual = (0..<rows).allSatisfy { row in
          (0..<columns).allSatisfy { column in
            source.planes.sample(component, column: column, row: row)
              == target.planes.sample(component, column: column, row: row)
          }
        }
        #expect(isEqual, "\(component.meaning) at \(width)x\(height)")
      }
    }
  }

  /// Samples below black and above white are outside the range of a display, and are preserved.
  @Test func nothingIsClampedOnTheWayIn() throws {
    let layout = PixelLayout.threePlanes(depth: 8, .video)
    let test = TestPlanes(layout, width: 2, height: 1)
    test.planes.store(1, try #require(layout.component(.luma)), column: 0, row: 0)
    test.planes.store(254, try #require(layout.component(.luma)), column: 1, row: 0)
    for meaning in [Component.Meaning.blueDifference, .redDifference] {
      test.planes.store(128, try #require(layout.component(meaning)), column: 0, row: 0)
    }
    let greys = test.planes.colors(plain).map(\.x)
    #expect(abs(greys[0] + 15 / 219) < 1e-6 && abs(greys[1] - 238 / 219) < 1e-6)
  }
}

extension SIMD4<Float> {
  /// The largest absolute component.
  fileprivate var greatest: Float { Swift.max(abs(x), abs(y), abs(z), abs(w)) }
}

enum Layouts {
  static let video: [PixelLayout] = [
    .threePlanes(depth: 8, .video), .threePlanes(depth: 8, .full), .threePlanes(depth: 10, .video),
    .threePlanes(depth: 10, .full),
    .twoPlanes(depth: 8, columns: 2, rows: 2, .video), .twoPlanes(depth: 8, columns: 2, rows: 2, .full),
    .twoPlanes(depth: 10, columns: 2, rows: 2, .video), .twoPlanes(depth: 10, columns: 2, rows: 2, .full),
    .twoPlanes(depth: 8, columns: 2, rows: 1, .video), .twoPlanes(depth: 10, columns: 1, rows: 1, .full),
    .twoPlanes(depth: 16, columns: 2, rows: 1, .video),
    .packedPairs(lumaFirst: true, .video), .packedPairs(lumaFirst: true, .full), .packedPairs(lumaFirst: false, .video),
  ]
}
