import ImageGraph
import Testing

/// Rows that are copied by one thread or by several.
@Suite struct RowCopyTests {
  /// Contiguous rows and rows with gaps, few bytes and so many that threads share them, down and up.
  @Test(arguments: [(0, 5), (1, 7), (3, 0), (9, 1000), (5000, 4000)], [0, 24])
  func eachRowComesToItsPlaceAndNothingElseChanges(_ size: (rows: Int, bytes: Int), _ gap: Int) {
    let (rows, bytes, pitch) = (size.rows, size.bytes, size.bytes + gap)
    let source = (0..<max(rows * bytes, 1)).map { UInt8(($0 &* 7919 >> 3) % 255) }
    for isUp in [false, true] {
      var target = [UInt8](repeating: 255, count: rows * pitch + 1)
      source.withUnsafeBytes { from in
        target.withUnsafeMutableBytes { to in
          let first = to.baseAddress! + (isUp ? max(rows - 1, 0) * pitch : 0)
          RowCopy(rows, of: bytes, from: from.baseAddress!, bytes, to: first, isUp ? -pitch : pitch).run()
        }
      }
      var expected = [UInt8](repeating: 255, count: rows * pitch + 1)
      for row in 0..<rows {
        let place = (isUp ? rows - 1 - row : row) * pitch
        expected.replaceSubrange(place..<place + bytes, with: source[row * bytes..<(row + 1) * bytes])
      }
      let areSame = target == expected
      #expect(areSame, "\(size) \(gap) \(isUp)")
    }
  }
}
