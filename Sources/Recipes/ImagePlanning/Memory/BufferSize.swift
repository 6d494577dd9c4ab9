/// How many bytes a buffer has that so many are asked of.
package enum BufferSize {
  /// Bytes behind the end of every buffer: room to keep views and buffers off the sizes for which lavapipe compiles a
  /// kernel once more (views with only zeros in bits 8 to 15 of the size, buffers of a power of two).
  package static let slack = 272

  /// Sizes are rounded up to an eighth of the power of two below them, at least to 4 KiB: an eighth is wasted at worst.
  package static func rounded(_ byteCount: Int) -> Int {
    let floor = 4096
    guard byteCount > floor else { return floor }
    let octave = 1 << (Int.bitWidth - 1 - (byteCount - 1).leadingZeroBitCount)
    let step = max(octave / 8, floor)
    return byteCount.plus(step - 1) / step * step
  }
}
