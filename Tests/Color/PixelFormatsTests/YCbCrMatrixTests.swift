import ImageColor
import PixelFormats
import Testing

/// Samples and colours, compared with published tables.
@Suite struct YCbCrMatrixTests {
  /// ITU-R BT.601-7, 2.5.1 and 2.5.2; BT.709-6, 3.2 and 3.3; BT.2020-2, table 4: luma, and the divisors of B' − Y' and
  /// R' − Y'.
  @Test(
    arguments: [
      (LumaWeights.bt601, [0.299, 0.587, 0.114], [1.772, 1.402]),
      (.bt709, [0.2126, 0.7152, 0.0722], [1.8556, 1.5748]),
      (.bt2020, [0.2627, 0.6780, 0.0593], [1.8814, 1.4746]),
      (.smpte240, [0.212, 0.701, 0.087], [1.826, 1.576]),
    ] as [(LumaWeights, [Double], [Double])])
  func lumaAndDifferencesAreThePublishedOnes(_ weights: LumaWeights, _ luma: [Double], _ divisors: [Double]) {
    #expect(zip([weights.red, weights.green, weights.blue], luma).allSatisfy { abs($0 - $1) < 1e-12 })
    // Full range of 8 bits: a step of 1 of B' − Y' is 255 steps over the divisor.
    let map = YCbCrMatrix(weights, .full, depth: 8)
    let black = map.samples(of: .zero)
    let (blue, red) = (map.samples(of: [0, 0, 1]) - black, map.samples(of: [1, 0, 0]) - black)
    #expect(abs(blue.y - 255 * (1 - luma[2]) / divisors[0]) < 1e-9)
    #expect(abs(red.z - 255 * (1 - luma[0]) / divisors[1]) < 1e-9)
    #expect(abs(blue.y - 127.5) < 1e-9 && abs(red.z - 127.5) < 1e-9)
  }

  /// The inverse as ITU-T T.871 (JFIF), 7, prints it for BT.601, and as derived for BT.709 and BT.2020.
  @Test(
    arguments: [
      (LumaWeights.bt601, [1.402, -0.344136, -0.714136, 1.772]), (.bt709, [1.5748, -0.187324, -0.468124, 1.8556]),
      (.bt2020, [1.4746, -0.164553, -0.571353, 1.8814]),
    ] as [(LumaWeights, [Double])])
  func theWayBackIsThePublishedOne(_ weights: LumaWeights, _ numbers: [Double]) {
    let matrix = YCbCrMatrix(weights, .full, depth: 8).matrix
    let expected = Matrix3([1, 0, numbers[0]], [1, numbers[1], numbers[2]], [1, numbers[3], 0])
    let found = Matrix3(matrix.row0 * 255, matrix.row1 * 255, matrix.row2 * 255)
    #expect(found.distance(to: expected) < 1e-6)
  }

  /// SMPTE RP 219: bars of 75 % in 10 bits by BT.709: yellow, cyan, green, magenta, red, blue; white at 75 %.
  @Test func barsOfHighDefinitionHaveTheirCodes() {
    let bars: [(SIMD3<Double>, SIMD3<Double>)] = [
      ([1, 1, 1], [721, 512, 512]), ([1, 1, 0], [674, 176, 543]), ([0, 1, 1], [581, 589, 176]),
      ([0, 1, 0], [534, 253, 207]), ([1, 0, 1], [251, 771, 817]), ([1, 0, 0], [204, 435, 848]),
      ([0, 0, 1], [111, 848, 481]),
    ]
    let map = YCbCrMatrix(.bt709, .video, depth: 10)
    for (color, codes) in bars { #expect(rounded(map.samples(of: color * 0.75)) == codes) }
  }

  /// Bars of 100 % in 8 bits by BT.601, as test signals of ITU-R BT.801-1 have them.
  @Test func barsOfStandardDefinitionHaveTheirCodes() {
    let bars: [(SIMD3<Double>, SIMD3<Double>)] = [
      ([1, 1, 1], [235, 128, 128]), ([1, 1, 0], [210, 16, 146]), ([0, 1, 1], [170, 166, 16]),
      ([0, 1, 0], [145, 54, 34]), ([1, 0, 1], [106, 202, 222]), ([1, 0, 0], [81, 90, 240]),
      ([0, 0, 1], [41, 240, 110]), ([0, 0, 0], [16, 128, 128]),
    ]
    let map = YCbCrMatrix(.bt601, .video, depth: 8)
    for (color, codes) in bars { #expect(rounded(map.samples(of: color)) == codes) }
  }

  /// ITU-R BT.709-6, 4.6 and BT.2020-2, table 5: black, white and zero chroma in 8, 10 and 12 bits.
  @Test(arguments: [(8, 16.0, 235.0, 128.0), (10, 64, 940, 512), (12, 256, 3760, 2048)])
  func videoRangeHasThePublishedLevels(_ depth: Int, _ black: Double, _ white: Double, _ grey: Double) {
    for weights in [LumaWeights.bt601, .bt709, .bt2020] {
      let map = YCbCrMatrix(weights, .video, depth: depth)
      #expect(map.black == [black, grey, grey])
      #expect(rounded(map.samples(of: [1, 1, 1])) == [white, grey, grey])
      #expect(distance(map.color(of: [black, grey, grey]), .zero) < 1e-12)
    }
  }

  @Test(arguments: [LumaWeights.bt601, .bt709, .bt2020, .smpte240], QuantizationRange.allCases)
  func thereAndBackIsTheIdentity(_ weights: LumaWeights, _ range: QuantizationRange) {
    for depth in [8, 10, 16] {
      let map = YCbCrMatrix(weights, range, depth: depth)
      #expect((map.matrix * map.inverseMatrix).distance(to: .identity) < 1e-12)
      for color in [[0, 0, 0], [1, 1, 1], [-0.5, 2, 0.25]] as [SIMD3<Double>] {
        #expect(distance(map.color(of: map.samples(of: color)), color) < 1e-12)
      }
      // The twelve parameters give the same result.
      let codes: SIMD3<Double> = [40, 90, 200]
      let rows = map.rows.map { ($0 * SIMD4(codes, 1)).sum() }
      #expect(distance(SIMD3(rows[0], rows[1], rows[2]), map.color(of: codes)) < 1e-12)
    }
  }

  @Test func numbersOfH273NameMatrices() {
    #expect(LumaWeights(matrixCode: 1) == .bt709 && LumaWeights(matrixCode: 5) == .bt601)
    #expect(LumaWeights(matrixCode: 6) == .bt601 && LumaWeights(matrixCode: 9) == .bt2020)
    #expect([0, 2, 8, 10, 14, 255].allSatisfy { LumaWeights(matrixCode: $0) == nil })
  }

  private func rounded(_ codes: SIMD3<Double>) -> SIMD3<Double> { codes.rounded(.toNearestOrAwayFromZero) }

  private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let difference = a - b
    return max(abs(difference.x), abs(difference.y), abs(difference.z))
  }
}
